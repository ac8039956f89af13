import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// A loaded machine is slow; a page that never shows what it should is still noticed.
configure({ asyncUtilTimeout: 8000 })

// Pages are rendered into one document per file: each test leaves it empty for the next.
afterEach(() => cleanup())
