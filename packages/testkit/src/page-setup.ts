import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

// Pages are rendered into one document per file: each test leaves it empty for the next.
afterEach(() => cleanup())
