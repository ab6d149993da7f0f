// SPDX-License-Identifier: MIT
//
// node run_web.mjs MODULE.wasm: runs the program and writes what it prints.
import { readFileSync, writeSync } from "node:fs";

let memory;
const env = {
    write(address, bytes) {
        writeSync(1, new Uint8Array(memory.buffer, address, bytes));
    },
};
const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), { env });
memory = instance.exports.memory;
process.exitCode = instance.exports.show_run();
