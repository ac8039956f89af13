import { createRoot } from 'react-dom/client'

import { start } from './boot.tsx'

const element = document.querySelector('#root')
if (element === null) throw new Error('The page has no #root')

void start(createRoot(element))
