import { createRoot } from 'react-dom/client'

import { start } from './app/router/boot.tsx'

const element = document.querySelector('#root')
if (element === null) throw new Error('The page has no #root')
const root = createRoot(element)

// Preloaded rows are painted before the rest is executed.
if (document.querySelector('#first-rows') === null) void start(root)
else requestAnimationFrame(() => setTimeout(() => void start(root)))
