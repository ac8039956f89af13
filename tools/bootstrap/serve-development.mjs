// Run as a program by `npm run dev`, which builds the server and watches over it.
import { serve } from './serve.mjs'

await serve()
