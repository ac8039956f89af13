const byteUnits = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'] as const

/** Bytes with base 1024: `1.5 GB`. At most one decimal. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes)) return '–'
  const size = Math.abs(bytes)
  const power = size < 1 ? 0 : Math.min(Math.floor(Math.log2(size) / 10), byteUnits.length - 1)
  const value = bytes / 1024 ** power
  const rounded = power === 0 ? String(Math.round(value)) : trimZero(value.toFixed(1))
  return `${rounded} ${byteUnits[power]}`
}

const trimZero = (text: string) => text.replace(/\.0$/u, '')
