type Metric = {
  type: string
  help: string
  samples: { labels: Record<string, string>; value: number }[]
}

const name = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const help = new RegExp(`^# HELP (${name}) (.+)$`, 'u')
const kind = new RegExp(`^# TYPE (${name}) (counter|gauge)$`, 'u')
const sample = new RegExp(String.raw`^(${name})(?:\{(.*)\})? (-?[\d.]+(?:e[+-]?\d+)?)$`, 'u')
const label = /^([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/u

/**
 * Reads Prometheus' text format as strictly as Prometheus does.
 *
 * @throws Error at a line that is not of the format, or a metric whose lines are not together.
 */
export function readMetrics(text: string): Map<string, Metric> {
  if (!text.endsWith('\n')) throw new Error('The last line has no end')
  const metrics = new Map<string, Metric>()
  let last = ''
  for (const line of text.trimEnd().split('\n')) {
    const [, helped = '', about = ''] = help.exec(line) ?? []
    const [, typed = '', type = ''] = kind.exec(line) ?? []
    const [, sampled = '', labels = '', value = ''] = sample.exec(line) ?? []
    if (helped !== '') {
      if (metrics.has(helped)) throw new Error(`${helped} is there twice`)
      last = helped
      metrics.set(helped, { type: '', help: about, samples: [] })
    } else if (typed !== '' && typed === last) {
      Object.assign(metrics.get(typed) ?? {}, { type })
    } else if (sampled !== '' && sampled === last) {
      metrics.get(sampled)?.samples.push({ labels: readLabels(labels), value: Number(value) })
    } else throw new Error(`Not a line of the format: ${line}`)
  }
  return metrics
}

function readLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {}
  let rest = text
  while (rest !== '') {
    const [whole = '', key = '', value = ''] = label.exec(rest) ?? []
    if (whole === '') throw new Error(`Not a list of labels: ${text}`)
    labels[key] = value
    rest = rest.slice(whole.length)
  }
  return labels
}
