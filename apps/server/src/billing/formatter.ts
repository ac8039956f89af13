/**
 * Writes numbers as Americans do. What Node needs to know about that is eight megabytes, so
 * it is read when the first number is written.
 */
export function formatter(options: Intl.NumberFormatOptions): (value: number) => string {
  let created: Intl.NumberFormat | undefined
  return (value) => {
    created ??= new Intl.NumberFormat('en-US', options)
    return created.format(value)
  }
}
