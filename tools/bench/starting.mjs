import { startInstall, temporaryDataDirectory } from '../install/running-install.mjs'
import { measure, measureTimes } from './statistics.mjs'

/**
 * From the command to its ready line: with an empty data directory, and with that of an earlier
 * run.
 */
export async function measureStarts() {
  const cold = await measureTimes(5, async () => {
    const data = temporaryDataDirectory()
    try {
      return await startOnce(data.path)
    } finally {
      data.remove()
    }
  })
  const data = temporaryDataDirectory()
  try {
    await startOnce(data.path)
    const warm = await measureTimes(5, () => startOnce(data.path))
    return [
      measure({ name: 'Start to ready, empty data directory', unit: 's', figures: cold }),
      measure({ name: 'Start to ready, second start', unit: 's', figures: warm, target: 3 }),
    ]
  } finally {
    data.remove()
  }
}

/** @param {string} dataDirectory */
async function startOnce(dataDirectory) {
  const install = await startInstall(dataDirectory)
  await install.stop()
  return install.readyMs / 1000
}
