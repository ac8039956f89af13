import type { DiagramTable, SchemaDiagram } from '@basalt/contract/database/schema-diagram'

import {
  headHeight,
  maxRows,
  nodeHeight,
  nodeWidth,
  type Place,
  rowHeight,
} from '../places/node-size.ts'

const margin = 32

/** The diagram as a picture of its own: its colours do not depend on the page. */
export function writeSvg(
  { tables, edges }: SchemaDiagram,
  places: ReadonlyMap<number, Place>,
): string {
  const boxes = tables.map((table) => {
    const { x, y } = places.get(table.id) ?? { x: 0, y: 0 }
    return { table, x, y, height: nodeHeight(table.columns.length) }
  })
  const left = Math.min(0, ...boxes.map(({ x }) => x)) - margin
  const top = Math.min(0, ...boxes.map(({ y }) => y)) - margin
  const width = Math.max(0, ...boxes.map(({ x }) => x + nodeWidth)) - left + margin
  const height = Math.max(0, ...boxes.map((box) => box.y + box.height)) - top + margin
  const byId = new Map(boxes.map((box) => [box.table.id, box]))
  const lines = edges.flatMap(({ from, to, name }) => {
    const a = byId.get(from)
    const b = byId.get(to)
    return a === undefined || b === undefined ? [] : [writeEdge(a, b, name)]
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}" width="${width}" height="${height}" font-family="Inter, sans-serif" font-size="12">`,
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="#ffffff"/>`,
    ...lines,
    ...boxes.map(writeTable),
    '</svg>',
  ].join('\n')
}

type Box = { table: DiagramTable; x: number; y: number; height: number }

function writeEdge(from: Box, to: Box, name: string): string {
  const [x1, y1] = [from.x + nodeWidth, from.y + headHeight / 2]
  const [x2, y2] = [to.x, to.y + headHeight / 2]
  const bend = Math.max(40, Math.abs(x2 - x1) / 2)
  return `<path d="M${x1},${y1} C${x1 + bend},${y1} ${x2 - bend},${y2} ${x2},${y2}" fill="none" stroke="#7b8794"><title>${escape(name)}</title></path>`
}

function writeTable({ table, x, y, height }: Box): string {
  const shown = table.columns.slice(0, maxRows)
  const left = table.columns.length - shown.length
  const lines = shown.map(({ name, data_type: type, is_key: isKey }, at) => {
    const line = y + headHeight + at * rowHeight + 15
    return `<text x="${x + 10}" y="${line}" fill="#1f2933"${isKey ? ' font-weight="600"' : ''}>${escape(clip(name, 20))}</text><text x="${x + nodeWidth - 10}" y="${line}" fill="#7b8794" text-anchor="end">${escape(clip(type, 16))}</text>`
  })
  const more = `<text x="${x + 10}" y="${y + headHeight + maxRows * rowHeight + 15}" fill="#7b8794">${left} more</text>`
  return [
    `<rect x="${x}" y="${y}" width="${nodeWidth}" height="${height}" rx="6" fill="#ffffff" stroke="#9aa5b1"/>`,
    `<text x="${x + 10}" y="${y + 22}" fill="#102a43" font-weight="600" font-size="13">${escape(clip(table.name, 28))}</text>`,
    ...lines,
    ...(left > 0 ? [more] : []),
  ].join('')
}

const clip = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
