# Headers, libraries, find_package(hone CONFIG) and hone.pc.
