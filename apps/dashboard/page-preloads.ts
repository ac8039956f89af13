import type { Plugin } from 'vite'

/**
 * Pages whose own chunks should be preloaded in parallel to the shell's, by their URLs. The server
 * adds the links to the page.
 */
const pages = [
  { pattern: '^/project/[^/]+/editor(?:/|$)', source: 'areas/table-editor/TablePage.tsx' },
  { pattern: '^/project/[^/]+/sql(?:/|$)', source: 'areas/sql-editor/SqlPage.tsx' },
  { pattern: '^/project/[^/]+/?$', source: 'areas/project-home/ProjectHomePage.tsx' },
  { pattern: '^/organizations/?$', source: 'areas/organizations/OrganizationsPage.tsx' },
  { pattern: '^/org/[^/]+/?$', source: 'areas/organization/OrganizationPage.tsx' },
  { pattern: '^/sign-in/?$', source: 'areas/sign-in/SignInPage.tsx' },
]

/** The content of `page-preloads.json` next to the built page. */
type PagePreload = { pattern: string; scripts: string[]; styles: string[] }

type Chunk = {
  type: 'chunk'
  fileName: string
  isEntry: boolean
  moduleIds: string[]
  imports: string[]
  viteMetadata?: { importedCss: Set<string> }
}

/** Writes the files that a page needs beyond the shell, so that the browser preloads them. */
export function pagePreloads(): Plugin {
  return {
    name: 'basalt-page-preloads',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk') as Chunk[]
      const shell = new Set(
        chunks.filter(({ isEntry }) => isEntry).flatMap((entry) => closure(entry, chunks)),
      )
      const preloads = pages.map(({ pattern, source }): PagePreload => {
        const page = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(source)))
        if (page === undefined) throw new Error(`No page is built from ${source}`)
        const added = closure(page, chunks).filter((chunk) => !shell.has(chunk))
        return {
          pattern,
          scripts: added.map(({ fileName }) => `/${fileName}`),
          styles: added.flatMap((chunk) =>
            [...(chunk.viteMetadata?.importedCss ?? [])].map((name) => `/${name}`),
          ),
        }
      })
      this.emitFile({
        type: 'asset',
        fileName: 'page-preloads.json',
        source: JSON.stringify(preloads),
      })
    },
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
