import { fileURLToPath } from 'node:url'

/** The Markdown files of the guides. */
export const guidesFolder = fileURLToPath(new URL('../../../../../../docs/guides', import.meta.url))
