/** Whether the work ends in time; a failure counts as an end. */
export async function isDoneWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  const done = work.then(
    () => true,
    () => true,
  )
  const isDone = await Promise.race([done, late])
  clearTimeout(timer)
  return isDone
}
