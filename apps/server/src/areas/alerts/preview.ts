import type { AlertCondition } from '@basalt/contract/alerts/alerts'

import { type Reading, step, unknown } from './alert-state.ts'
import { minuteOf, windowAt } from './evaluate.ts'
import { type FactProject, type FactServices, readFacts, windowMs } from './facts.ts'

const minuteMs = 60_000
const dayMinutes = 1440

type Asked = { condition: AlertCondition; forMinutes: number; now: Date }

/** How a rule would have behaved in the last 24 hours, evaluated each minute. */
export async function previewRule(
  services: FactServices,
  project: FactProject,
  { condition, forMinutes, now }: Asked,
) {
  const last = minuteOf(now).getTime()
  const length = windowMs(condition)
  const minutes = Array.from(
    { length: dayMinutes },
    (_, at) => new Date(last - (dayMinutes - 1 - at) * minuteMs),
  )
  const { from } = windowAt(minutes[0] ?? now, length)
  const { to } = windowAt(new Date(last), length)
  const facts = await readFacts(services, { project, condition, window: { from, to } })
  const readings = minutes.map((minute) => facts(windowAt(minute, length)))
  return { ...count(minutes, readings, forMinutes), extreme: extremeOf(condition, readings) }
}

function count(minutes: readonly Date[], readings: readonly Reading[], forMinutes: number) {
  const policy = { forMs: forMinutes * minuteMs, repeatMs: null, isSilenced: false }
  let memory = unknown
  let [fired, firing, noData] = [0, 0, 0]
  minutes.forEach((minute, at) => {
    const result = step(memory, readings[at] ?? null, { ...policy, now: minute.getTime() })
    ;({ memory } = result)
    if (result.event === 'fired') fired += 1
    if (memory.state === 'firing') firing += 1
    if (memory.state === 'no_data') noData += 1
  })
  return { fired, firing_minutes: firing, no_data_minutes: noData }
}

function extremeOf({ type }: AlertCondition, readings: readonly Reading[]): number | null {
  const values = readings.flatMap((reading) => (reading === null ? [] : [reading.value]))
  if (values.length === 0) return null
  return type === 'disk_free' ? Math.min(...values) : Math.max(...values)
}
