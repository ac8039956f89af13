import { join } from 'node:path'

import { type Plugin, runnerImport } from 'vite'

import type { BuiltVisits } from './src/app/first-visits.ts'

type Chunk = {
  type: 'chunk'
  fileName: string
  isEntry: boolean
  moduleIds: string[]
  imports: string[]
  viteMetadata?: { importedCss: Set<string> }
}

/**
 * Writes `first-visits.json` from the declarations of the areas: the files of each page that are
 * worth fetching next to the shell's instead of after it, and the calls whose answers its HTML
 * carries. The server reads it.
 */
export function firstVisits(): Plugin {
  return {
    name: 'basalt-first-visits',
    apply: 'build',
    async generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk') as Chunk[]
      const shell = new Set(
        chunks.filter(({ isEntry }) => isEntry).flatMap((entry) => closure(entry, chunks)),
      )
      const { everywhere, pages } = await readDeclarations()
      const withFiles = pages.map(({ template, component, calls }) => ({
        template,
        calls,
        ...(component === undefined ? noFiles : listFiles(component, chunks, shell)),
      }))
      this.emitFile({
        type: 'asset',
        fileName: 'first-visits.json',
        source: JSON.stringify({ everywhere, pages: withFiles }),
      })
    },
  }
}

const noFiles = { scripts: [], styles: [] }

/** Runs the declarations as they are: they load pages on demand only, so no page runs here. */
async function readDeclarations() {
  const { module } = await runnerImport<{ firstVisits: BuiltVisits }>(
    join(import.meta.dirname, 'src/app/first-visits.ts'),
    { configFile: false, root: import.meta.dirname, logLevel: 'error' },
  )
  return module.firstVisits
}

function listFiles(component: string, chunks: readonly Chunk[], shell: ReadonlySet<Chunk>) {
  const isPage = (id: string) => id.includes('/src/areas/') && id.endsWith(`/${component}.tsx`)
  const found = chunks.filter(({ moduleIds }) => moduleIds.some(isPage))
  const [page] = found
  if (page === undefined || found.length > 1) {
    throw new Error(`${found.length} chunks hold a page ${component}`)
  }
  const added = closure(page, chunks).filter((chunk) => !shell.has(chunk))
  return {
    scripts: added.map(({ fileName }) => `/${fileName}`),
    styles: added.flatMap((chunk) =>
      [...(chunk.viteMetadata?.importedCss ?? [])].map((name) => `/${name}`),
    ),
  }
}

/** The chunk and everything that it imports at once. */
function closure(chunk: Chunk, chunks: readonly Chunk[]): Chunk[] {
  const found = new Set([chunk])
  for (const next of found) {
    for (const name of next.imports) {
      const imported = chunks.find(({ fileName }) => fileName === name)
      if (imported !== undefined) found.add(imported)
    }
  }
  return [...found]
}
