const send = process.kill.bind(process)

/**
 * Refuses a signal to process 0. It would reach the whole process group, which the tests and their
 * runner belong to: a process that was not found would stop or end the run instead of one test.
 */
function killOne(pid: number, signal?: string | number): true {
  if (!(pid > 0)) throw new Error(`There is no process ${pid} to send ${signal ?? 'SIGTERM'} to`)
  return send(pid, signal)
}

// A worker evaluates this once for each file of tests.
if (process.kill.name !== killOne.name) process.kill = killOne
