import type { SchemaDiagram } from '@basalt/contract/database/schema-diagram'

import type { Place } from '../places/node-size.ts'
import { writeDbml } from './dbml.ts'
import { writeMermaid } from './mermaid.ts'
import { measurePng, paintPicture } from './png.ts'
import { drawDiagram } from './shapes.ts'
import { writeSvg } from './svg.ts'

export type ExportFormat = 'svg' | 'png' | 'sql' | 'mermaid' | 'dbml'

export type ExportRequest = {
  format: ExportFormat
  diagram: SchemaDiagram
  places: ReadonlyMap<number, Place>
  /** Of the definition of the schema, for SQL. */
  url: string
}

/** Done and total steps, or bytes; the total of a download is not known. */
export type Progress = { done: number; total: number | null }

export type Watching = { onProgress: (progress: Progress) => void; signal: AbortSignal }

export type ExportedFile = { blob: Blob; suffix: string; note?: string }

/** Thrown where the browser has no canvas outside of a page. */
export class NoCanvas extends Error {}

const types = {
  svg: { suffix: 'svg', type: 'image/svg+xml' },
  sql: { suffix: 'sql', type: 'application/sql' },
  mermaid: { suffix: 'mmd', type: 'text/plain' },
  dbml: { suffix: 'dbml', type: 'text/plain' },
} as const

/** Writes the diagram in a format. It lets other work of its thread run in between. */
export async function writeFile(
  { format, diagram, places, url }: ExportRequest,
  watching: Watching,
): Promise<ExportedFile> {
  if (format === 'sql') return { blob: await download(url, watching), suffix: types.sql.suffix }
  if (format === 'png') return writePng(drawDiagram(diagram, places), watching)
  const pieces: string[] = []
  const total = diagram.tables.length + diagram.edges.length
  const writers = {
    svg: () => writeSvg(drawDiagram(diagram, places)),
    mermaid: () => writeMermaid(diagram),
    dbml: () => writeDbml(diagram),
  }
  await inSteps(writers[format](), (piece) => pieces.push(piece), { ...watching, total })
  const { suffix, type } = types[format]
  return { blob: new Blob(pieces, { type }), suffix }
}

async function writePng(
  picture: ReturnType<typeof drawDiagram>,
  watching: Watching,
): Promise<ExportedFile> {
  const { width, height, scale } = measurePng(picture)
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  if (pen === null) throw tooLarge()
  const steps = paintPicture(pen, picture, scale)
  await inSteps(steps, () => undefined, { ...watching, total: picture.groups.length })
  const blob = await encode(canvas)
  if (blob === null) throw tooLarge()
  return {
    blob,
    suffix: 'png',
    ...(scale < 1 && {
      note: `The image is scaled to ${Math.round(scale * 100)} %, the largest that browsers draw. SVG has the full size.`,
    }),
  }
}

const tooLarge = () => new Error('the image is too large for this browser. Export SVG instead.')

function createCanvas(width: number, height: number): OffscreenCanvas | HTMLCanvasElement {
  if (typeof document === 'undefined') {
    if (typeof OffscreenCanvas === 'undefined') throw new NoCanvas()
    return new OffscreenCanvas(width, height)
  }
  return Object.assign(document.createElement('canvas'), { width, height })
}

const encode = (canvas: OffscreenCanvas | HTMLCanvasElement): Promise<Blob | null> =>
  'convertToBlob' in canvas
    ? canvas.convertToBlob({ type: 'image/png' })
    : new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))

/** Shorter than a frame, so that a page which has no worker stays usable. */
const sliceMs = 10

async function inSteps<Step>(
  steps: Iterable<Step>,
  take: (step: Step) => void,
  { onProgress, signal, total }: Watching & { total: number },
): Promise<void> {
  let done = 0
  let pausedAt = performance.now()
  for (const step of steps) {
    take(step)
    done += 1
    if (performance.now() - pausedAt < sliceMs) continue
    onProgress({ done: Math.min(done, total), total })
    await new Promise((resolve) => setTimeout(resolve))
    signal.throwIfAborted()
    pausedAt = performance.now()
  }
}

async function download(url: string, { onProgress, signal }: Watching): Promise<Blob> {
  const response = await fetch(url, { signal })
  if (!response.ok) {
    const answer = (await response.json().catch(() => null)) as { message?: string } | null
    throw new Error(answer?.message ?? `the server answered ${response.status}.`)
  }
  const chunks: BlobPart[] = []
  let done = 0
  const reader = response.body?.getReader()
  for (;;) {
    const next = await reader?.read()
    if (next?.value === undefined) break
    chunks.push(next.value)
    done += next.value.length
    onProgress({ done, total: null })
  }
  return new Blob(chunks, { type: types.sql.type })
}
