import { useState } from 'react'

import type { ChartData, ChartRange } from '../../ui/chart/chart-data.ts'
import { Chart } from '../../ui/chart/Chart.tsx'
import { TextDiff } from '../../ui/text-diff/TextDiff.tsx'

const firstDay = Date.UTC(2026, 0, 1) / 1000
const count = 24

const listValues = (scale: number, phase: number) =>
  Array.from({ length: count }, (_, at) => Math.round(scale * (1.5 + Math.sin(at / 3 + phase))))

const getSeries = (name: string, values: number[]) => ({ name, values, texts: values.map(String) })

const labels = Array.from({ length: count }, (_, at) =>
  new Date((firstDay + at * 86_400) * 1000).toISOString().slice(0, 10),
)

const overTime: ChartData = {
  labels,
  positions: labels.map((_, at) => firstDay + at * 86_400),
  xKind: 'time',
  series: [
    getSeries('reads', listValues(40_000, 0)),
    getSeries('writes', listValues(12_000, 2)),
    getSeries('deletes', listValues(3000, 4)),
  ],
}

const byRegion: ChartData = {
  labels: ['Frankfurt', 'Ohio', 'Singapore', 'Sydney'],
  positions: null,
  xKind: 'category',
  series: [getSeries('2025', [30, 22, 0, 9]), getSeries('2026', [42, 18, 12, -4])],
}

const durations: ChartData = {
  labels: labels.map((_, at) => `${at * 10} ms`),
  positions: null,
  xKind: 'category',
  series: [getSeries('queries', listValues(120, 5))],
}

const before =
  'create table shop (\n  id bigint primary key,\n  name text\n);\n\n-- Rows follow.\nselect 1;\nselect 2;\nselect 3;\nselect 4;\nselect 5;'
const after = before.replace('name text', 'name text not null,\n  city text')

/** Charts of every kind, and a comparison of texts. */
export function ChartSamples() {
  const [range, setRange] = useState<ChartRange>()
  return (
    <>
      <Chart title="Rows over time" kind="line" data={overTime} xName="Day" />
      <Chart title="Rows over time, as areas" kind="area" data={overTime} xName="Day" />
      <Chart title="Users by region" kind="bar" data={byRegion} xName="Region" hasLabels />
      <Chart
        title="Users by region, swapped axes"
        kind="bar"
        data={byRegion}
        xName="Region"
        isSwapped
      />
      <Chart
        title="Duration of queries"
        kind="histogram"
        data={durations}
        xName="Duration"
        onSelectRange={setRange}
      />
      <p className="tabular text-xs text-ink-soft">
        {range === undefined
          ? 'Drag over the bars to select a range.'
          : `Selected: ${durations.labels[range.from]} to ${durations.labels[range.to]}`}
      </p>
      <Chart title="Empty" kind="line" data={{ ...overTime, labels: [] }} />
      <Chart title="Failed" kind="line" data={overTime} failure="The usage could not be loaded." />
      <TextDiff before={before} after={after} label="Two versions" />
    </>
  )
}
