import { startCodes } from './factories.ts';

// Runs before each file of API tests: several share a process.
startCodes();
