/** Prometheus' text format, version 0.0.4. */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

type Sample = { value: number; labels?: Readonly<Record<string, string>> }

/** Writes metrics in Prometheus' text format. Names that end in `_total` are counters. */
export class MetricsText {
  readonly #lines: string[] = []

  /** A metric without samples is left out. */
  add(name: string, about: string, samples: readonly Sample[]): void {
    if (samples.length === 0) return
    const type = name.endsWith('_total') ? 'counter' : 'gauge'
    this.#lines.push(`# HELP ${name} ${about}`, `# TYPE ${name} ${type}`)
    for (const { value, labels = {} } of samples) {
      this.#lines.push(`${name}${labelText(labels)} ${value}`)
    }
  }

  toString(): string {
    return `${this.#lines.join('\n')}\n`
  }
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return parts.length === 0 ? '' : `{${parts.join(',')}}`
}

const escaped = (value: string): string =>
  value
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`)
