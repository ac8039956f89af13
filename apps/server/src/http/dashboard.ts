import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import type { Boot } from '@basalt/contract/boot'
import type { Install } from '@basalt/contract/utility'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'

import type { Resources } from '../limits/resources.ts'
import type { App } from './app.ts'
import { type FirstVisit, firstVisitsFile, readFirstVisits } from './first-visits.ts'
import type { Caller } from './pipeline.ts'
import { compilingPolicy, pagePolicy, passHeaders } from './security.ts'

const contentTypes: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  // Browsers compile it while it arrives under this name only.
  wasm: 'application/wasm',
  woff2: 'font/woff2',
}

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': pagePolicy,
}

type Options = {
  /** The folder of the built dashboard; null mounts nothing. */
  dashboardDirectory: string | null
  install: Install
  resources: Resources
}

/** Serves the built dashboard: hashed files for ever, the page with its first answers inside. */
export function mountDashboard(app: App, options: Options): void {
  const { dashboardDirectory: directory, install, resources } = options
  if (directory === null) return
  const files = listFiles(directory)
  const findFirstVisit = readFirstVisits(directory)
  const [head, tail] = splitPage(readFileSync(join(directory, 'index.html'), 'utf8'))

  app.http.get('/*', async (request, reply) => {
    const path = decodePath(request.url)
    if (/^\/(?:platform|api)(?:\/|$)/u.test(path)) return reply.callNotFound()
    const file = files.get(path)
    if (file !== undefined && !unserved.has(path)) return sendFile(file, request, reply)
    if (path.startsWith('/assets/')) return reply.code(404).type('text/plain').send('Not found')
    const { links, calls } = findFirstVisit(path)
    const page = {
      app,
      install,
      preloadMs: resources.limits.preloadMs,
      head: head.replace('</head>', `${links}</head>`),
      tail,
      calls,
    }
    return sendPage(page, request, reply)
  })
}

/** Build files for the server only. */
const unserved = new Set(['/index.html', `/${firstVisitsFile}`])

type Page = {
  app: App
  install: Install
  preloadMs: number
  head: string
  tail: string
  calls: FirstVisit['calls']
}

/** The head goes out at once, so scripts load while the first answers are being read. */
async function sendPage(page: Page, request: FastifyRequest, reply: FastifyReply) {
  // Without the system database no caller is known, and the page itself reports the fault.
  const late = AbortSignal.timeout(page.preloadMs)
  const known = page.app.getCaller(request, reply).then(
    ({ caller }) => caller,
    () => null,
  )
  const caller = await unlessLate(known, late)
  reply.hijack()
  const { raw } = reply
  passHeaders(reply.headers(pageHeaders))
  raw.writeHead(200)
  raw.write(page.head)
  const boot: Boot = {
    install: page.install,
    ...(caller === null || caller.principal === null
      ? { answers: [] }
      : await firstAnswers(page, { caller, late })),
  }
  raw.end(`<script type="application/json" id="basalt-boot">${embed(boot)}</script>${page.tail}`)
}

/** The result if it is in time; null otherwise. */
const unlessLate = <T>(work: Promise<T>, late: AbortSignal): Promise<T | null> =>
  new Promise((resolve, reject) => {
    if (late.aborted) resolve(null)
    late.addEventListener('abort', () => resolve(null), { once: true })
    work.then(resolve, reject)
  })

type Asking = { caller: Caller; late: AbortSignal }

/**
 * The answers of the first calls that the caller may make, and which of them were not ready in
 * time; the dashboard makes the others itself.
 */
async function firstAnswers(
  { app, calls }: Page,
  { caller: visitor, late }: Asking,
): Promise<Pick<Boot, 'answers' | 'late'>> {
  const signal = AbortSignal.any([visitor.signal, late])
  const caller: Caller = { ...visitor, signal, isForeseen: true }
  const missed: string[] = []
  const answers = calls.map(async ({ route: name, input: given }) => {
    const endpoint = app.endpoints.get(name)
    if (endpoint === undefined) return []
    const raw = { params: given.params, query: given.query ?? {}, body: undefined }
    // As the dashboard sends it: an id of a table is a number.
    const { params } = endpoint.route
    const input = { ...given, ...(params && { params: z.parse(params, given.params) }) }
    const answering = app.pipeline.admit(endpoint, raw, caller).then(async (admitted) => {
      const data = await app.pipeline.finish(endpoint, admitted)
      app.noteEgress(admitted.context, () => JSON.stringify(data))
      return [{ route: name, input, data }]
    })
    const answer = await unlessLate(answering, late)
    if (answer === null) missed.push(name)
    return answer ?? []
  })
  const settled = await Promise.allSettled(answers)
  return {
    answers: settled.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])),
    ...(missed.length > 0 && { late: missed }),
  }
}

/** JSON that cannot end its script element. */
const embed = (value: unknown) =>
  JSON.stringify(value)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('\u2028', String.raw`\u2028`)

type File = {
  path: string
  type: string
  size: number
  encodings: Map<string, { path: string; size: number }>
}

/** Only files that exist at start are ever opened: a path of the URL never reaches the disk. */
function listFiles(directory: string): Map<string, File> {
  const files = new Map<string, File>()
  const names = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  for (const path of names.filter((name) => !/\.(?:br|gz)$/u.test(name))) {
    const encodings = new Map<string, { path: string; size: number }>()
    for (const [encoding, ending] of [
      ['br', '.br'],
      ['gzip', '.gz'],
    ] as const) {
      const packed = path + ending
      if (names.includes(packed))
        encodings.set(encoding, { path: packed, size: statSync(packed).size })
    }
    const type = contentTypes[path.split('.').pop() ?? ''] ?? 'application/octet-stream'
    const url = path.slice(directory.length).replaceAll('\\', '/')
    files.set(url, { path, type, size: statSync(path).size, encodings })
  }
  return files
}

/** The one worker that needs it, by the name of its source. */
const compiles = /^\/assets\/grammar-worker-[\w-]+\.js$/u

function sendFile(file: File, request: FastifyRequest, reply: FastifyReply) {
  const accepted = request.headers['accept-encoding'] ?? ''
  const encoding = ['br', 'gzip'].find(
    (name) => accepted.includes(name) && file.encodings.has(name),
  )
  const packed = encoding === undefined ? undefined : file.encodings.get(encoding)
  const isHashed = request.url.startsWith('/assets/')
  reply.headers({
    'content-type': file.type,
    'content-length': String(packed?.size ?? file.size),
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    // An image opened by itself may run no script either.
    'content-security-policy': compiles.test(request.url) ? compilingPolicy : pagePolicy,
    vary: 'accept-encoding',
    ...(encoding !== undefined && packed !== undefined && { 'content-encoding': encoding }),
  })
  return reply.send(createReadStream(packed?.path ?? file.path))
}

/** The boot data precedes the end of the body; module scripts run only after it. */
function splitPage(html: string): [string, string] {
  const at = html.lastIndexOf('</body>')
  return at === -1 ? [html, ''] : [html.slice(0, at), html.slice(at)]
}

function decodePath(url: string): string {
  const path = url.split('?')[0] ?? '/'
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
