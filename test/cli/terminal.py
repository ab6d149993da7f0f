# SPDX-License-Identifier: MIT
"""Runs a command on a terminal of its own, 100 columns wide, and copies what it shows to stdout.

    terminal.py COMMAND [ARGUMENT...]
"""

import fcntl
import os
import pty
import struct
import sys
import termios


def main():
    child, terminal = pty.fork()
    if child == 0:
        os.environ["TERM"] = "xterm"
        os.execv(sys.argv[1], sys.argv[1:])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
    while True:
        try:
            shown = os.read(terminal, 65536)
        except OSError:
            break
        if not shown:
            break
        sys.stdout.buffer.write(shown)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    sys.exit(main())
