// Run as a program by `npm start`, which starts it again when it ends unexpectedly.
import { startHeartbeat, notifyReady } from './heartbeat.mjs'
import { serve } from './serve.mjs'

startHeartbeat()
notifyReady(await serve())
