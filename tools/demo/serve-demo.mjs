// Run as a program by `npm run demo`, which starts it again when it ends unexpectedly.
import { startHeartbeat, notifyReady } from '../bootstrap/heartbeat.mjs'
import { serve } from '../bootstrap/serve.mjs'
import { notesFile } from './notes.mjs'
import { seedDemo } from './seed.mjs'

startHeartbeat()
const release = holdBack('ready ')
const install = await serve()
try {
  await seedDemo(install)
} catch (error) {
  await install.stop()
  throw error
}
console.log(`The demo's accounts are in ${notesFile(install.dataDir)}`)
release()
notifyReady(install)

/**
 * Delays a line of the server's output until the demo is ready, because programs wait for that
 * line.
 *
 * @param {string} start of the line
 */
function holdBack(start) {
  const { stdout } = process
  const write = stdout.write.bind(stdout)
  let held = ''
  stdout.write = (chunk, ...rest) => {
    if (typeof chunk !== 'string' || !chunk.startsWith(start)) return write(chunk, ...rest)
    held += chunk
    return true
  }
  return () => {
    stdout.write = write
    write(held)
  }
}
