/** All zones that the browser knows, UTC first, and the chosen one. */
export function listTimeZones(chosen: string): string[] {
  const known = Intl.supportedValuesOf('timeZone')
  const all = ['UTC', ...known.filter((one) => one !== 'UTC')]
  return chosen === '' || all.includes(chosen) ? all : [chosen, ...all]
}
