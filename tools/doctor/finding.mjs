/**
 * @typedef {{ level: 'ok' | 'note' | 'problem', about: string, text: string, remedy: string | null,
 *   }} Finding
 *
 * A note needs no action: the next start handles it. A problem needs its `remedy`.
 */

/**
 * @param {string} about
 * @param {string} text
 * @returns {Finding}
 */
export const fine = (about, text) => ({ level: 'ok', about, text, remedy: null })

/**
 * @param {string} about
 * @param {string} text
 * @param {string | null} [remedy]
 * @returns {Finding}
 */
export const note = (about, text, remedy = null) => ({ level: 'note', about, text, remedy })

/**
 * @param {string} about
 * @param {string} text
 * @param {string} remedy
 * @returns {Finding}
 */
export const problem = (about, text, remedy) => ({ level: 'problem', about, text, remedy })
