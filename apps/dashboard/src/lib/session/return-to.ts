/** Letters, digits, slash, hyphen and underscore, then a simple query; SPEC.md section 2. */
const accepted = /^\/[\w\-/]*(?:\?[\w\-=&.%+]*)?$/u
const circular = /^\/(?:sign-in[\w-]*|sign-up|logout)(?:[/?]|$)/u

/**
 * The target after sign-in, from the query string of the sign-in page.
 *
 * Only a same-site path is followed; anything else, and the pages that would lead straight back to
 * sign-in, give `fallback`. A base path in front is stripped, because the router adds it again, and
 * the page's other query parameters are merged into the target.
 */
export function returnTarget(search: string, fallback: string, basePath = ''): string {
  const query = new URLSearchParams(search)
  const requested = query.get('returnTo')
  query.delete('returnTo')
  return mergeQuery(cleanPath(requested, basePath) ?? fallback, query)
}

function cleanPath(requested: string | null, basePath: string): string | undefined {
  if (requested === null || requested.startsWith('//') || requested.includes('://'))
    return undefined
  if (!accepted.test(requested)) return undefined
  const path = stripBase(requested, basePath)
  // Stripping may uncover a second slash, which a browser reads as another host.
  if (path.startsWith('//') || circular.test(path)) return undefined
  return path
}

function stripBase(path: string, basePath: string): string {
  if (basePath === '' || basePath === '/') return path
  if (path === basePath) return '/'
  if (path.startsWith(`${basePath}/`) || path.startsWith(`${basePath}?`)) {
    const rest = path.slice(basePath.length)
    return rest.startsWith('/') ? rest : `/${rest}`
  }
  return path
}

function mergeQuery(target: string, more: URLSearchParams): string {
  const [path = '', own = ''] = target.split('?')
  const query = new URLSearchParams(own)
  for (const [name, value] of more) if (!query.has(name)) query.set(name, value)
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}
