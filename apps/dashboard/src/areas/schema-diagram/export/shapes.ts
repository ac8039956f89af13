import type { DiagramTable, SchemaDiagram } from '@basalt/contract/database/schema-diagram'

import {
  headHeight,
  maxRows,
  nodeHeight,
  nodeWidth,
  type Place,
  rowHeight,
} from '../places/node-size.ts'

type Point = { x: number; y: number }

export type Shape =
  | ({ type: 'box'; width: number; height: number } & Point)
  | ({ type: 'text'; text: string; role: keyof typeof textStyles; isAtEnd?: true } & Point)
  | { type: 'curve'; name: string; from: Point; bend: [Point, Point]; to: Point }

export type Picture = {
  left: number
  top: number
  width: number
  height: number
  /** The shapes of each foreign key, then those of each table. */
  groups: Shape[][]
}

/** A picture has colours of its own, which do not depend on the page. */
export const colours = { paper: '#ffffff', border: '#9aa5b1', edge: '#7b8794' } as const

export const textStyles = {
  title: { colour: '#102a43', size: 13, weight: 600 },
  key: { colour: '#1f2933', size: 12, weight: 600 },
  column: { colour: '#1f2933', size: 12, weight: 400 },
  type: { colour: '#7b8794', size: 12, weight: 400 },
} as const

export const fontFamily = 'Inter, sans-serif'
export const cornerRadius = 6

const margin = 32

/** The picture of a diagram, for every format that is one. */
export function drawDiagram(
  { tables, edges }: SchemaDiagram,
  places: ReadonlyMap<number, Place>,
): Picture {
  const boxes = tables.map((table) => {
    const { x, y } = places.get(table.id) ?? { x: 0, y: 0 }
    return { table, x, y, height: nodeHeight(table.columns.length) }
  })
  const byId = new Map(boxes.map((box) => [box.table.id, box]))
  const curves = edges.flatMap(({ from, to, name }) => {
    const a = byId.get(from)
    const b = byId.get(to)
    return a === undefined || b === undefined ? [] : [[drawEdge(a, b, name)]]
  })
  const edge = (values: number[], pick: (a: number, b: number) => number) => values.reduce(pick, 0)
  const least = (a: number, b: number) => Math.min(a, b)
  const most = (a: number, b: number) => Math.max(a, b)
  const left =
    edge(
      boxes.map(({ x }) => x),
      least,
    ) - margin
  const top =
    edge(
      boxes.map(({ y }) => y),
      least,
    ) - margin
  return {
    left,
    top,
    width:
      edge(
        boxes.map(({ x }) => x + nodeWidth),
        most,
      ) -
      left +
      margin,
    height:
      edge(
        boxes.map((box) => box.y + box.height),
        most,
      ) -
      top +
      margin,
    groups: [...curves, ...boxes.map(drawTable)],
  }
}

type Box = { table: DiagramTable; x: number; y: number; height: number }

function drawEdge(one: Box, other: Box, name: string): Shape {
  const from = { x: one.x + nodeWidth, y: one.y + headHeight / 2 }
  const to = { x: other.x, y: other.y + headHeight / 2 }
  const far = Math.max(40, Math.abs(to.x - from.x) / 2)
  const bend: [Point, Point] = [
    { x: from.x + far, y: from.y },
    { x: to.x - far, y: to.y },
  ]
  return { type: 'curve', name, from, bend, to }
}

function drawTable({ table, x, y, height }: Box): Shape[] {
  const shown = table.columns.slice(0, maxRows)
  const hidden = table.columns.length - shown.length
  const lineOf = (row: number) => y + headHeight + row * rowHeight + 15
  return [
    { type: 'box', x, y, width: nodeWidth, height },
    { type: 'text', x: x + 10, y: y + 22, text: clip(table.name, 28), role: 'title' },
    ...shown.flatMap(({ name, data_type: type, is_key: isKey }, row): Shape[] => [
      {
        type: 'text',
        x: x + 10,
        y: lineOf(row),
        text: clip(name, 20),
        role: isKey ? 'key' : 'column',
      },
      {
        type: 'text',
        x: x + nodeWidth - 10,
        y: lineOf(row),
        text: clip(type, 16),
        role: 'type',
        isAtEnd: true,
      },
    ]),
    ...(hidden > 0
      ? [
          {
            type: 'text',
            x: x + 10,
            y: lineOf(maxRows),
            text: `${hidden} more`,
            role: 'type',
          } as const,
        ]
      : []),
  ]
}

const clip = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text
