/**
 * Formats numbers in the American way. Node's data for it takes eight megabytes, so it is loaded
 * with the first number.
 */
export function formatter(options: Intl.NumberFormatOptions): (value: number) => string {
  let created: Intl.NumberFormat | undefined
  return (value) => {
    created ??= new Intl.NumberFormat('en-US', options)
    return created.format(value)
  }
}
