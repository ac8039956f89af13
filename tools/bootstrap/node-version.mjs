// This file and the commands that import it keep to syntax that an old Node can read:
// otherwise it would answer with a syntax error instead of the sentence below.

/**
 * Loads and runs a command on a supported Node; prints the requirement on any other.
 *
 * @param {() => Promise<{ main: () => unknown }>} load
 */
export function onSupportedNode(load) {
  var version = process.versions.node
  if (isSupported(version)) {
    void Promise.all([import('./message.mjs'), load()]).then(function (loaded) {
      return loaded[0].run(loaded[1].main)
    })
    return
  }
  console.error(
    '\nBasalt needs Node 20.19 or later (22.12 or later of Node 22); this is Node ' +
      version +
      '.\nInstall a current one from https://nodejs.org, then run the same command again.\n',
  )
  process.exitCode = 1
}

/** @param {string} version */
export function isSupported(version) {
  var parts = version.split('.').map(Number)
  var major = parts[0]
  var minor = parts[1]
  if (major === 20) return minor >= 19
  if (major === 22) return minor >= 12
  return major > 22
}
