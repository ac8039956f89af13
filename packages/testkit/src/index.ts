export { clientWithCookies } from './client.ts'
export { freePort, type TemporaryFolder, temporaryFolder } from './places.ts'
export { type Started, startProcess } from './processes.ts'
export { waitFor } from './wait.ts'
