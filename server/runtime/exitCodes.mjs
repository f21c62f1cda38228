/** How a command or the server ends. A service manager does not restart a server with wrong settings. */
export const exitCodes = /** @type {const} */ ({ done: 0, failed: 1, wrongUse: 2, wrongSettings: 3 });
