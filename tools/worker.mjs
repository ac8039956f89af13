import { onSupportedNode } from './bootstrap/node-version.mjs'

onSupportedNode(function () {
  return import('./commands/worker.mjs')
})
