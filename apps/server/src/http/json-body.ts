import { ApiError } from '@basalt/contract/errors'
import type { AnyRoute } from '@basalt/contract/route'
import type { FastifyInstance } from 'fastify'

const kib = 1024

/** SQL and rows are as long as people write them; every other body is a form. */
const longBodies = /^\/platform\/pg-meta\/|\/content(?:\/|$)/u

/**
 * Values of rows have up to 8 MB; those of bytes are twice as long in hex, and sent with the former
 * value.
 */
const rowBodies = /^\/platform\/pg-meta\/\{ref\}\/(?:changes|tables\/\{id\}\/rows)$/u

/** A file of 5 MB in the letters of base64, with its name. */
const fileBodies = /^\/platform\/support\/attachments$/u

/** The maximum size of a call's body, in bytes. */
export const getBodyLimit = ({ path, upload }: AnyRoute): number => {
  if (upload === true) return Number.MAX_SAFE_INTEGER
  if (fileBodies.test(path)) return 7 * kib * kib
  if (rowBodies.test(path)) return 36 * kib * kib
  return longBodies.test(path) ? 2 * kib * kib : 128 * kib
}

/** PostgreSQL has no place for it in a text. An escaped backslash before it is text. */
const nul = /(?<!\\)(?:\\\\)*\\u0000/u

/** A column may have this name; left out, its value would be lost unseen. */
const prototype = /"__proto__"\s*:/u

/** Deeper than anything that a form, a row or a chart needs. */
const maxDepth = 64

/**
 * Bodies must be declared as JSON: a form of another site cannot send that. `__proto__` is refused.
 * In other spellings, it and `constructor.prototype` are removed from the input of handlers.
 */
export function acceptJsonOnly(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('remove', 'remove')
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (isDeeperThan(text, maxDepth)) {
      done(new ApiError('invalid_request', `The request is nested deeper than ${maxDepth} levels`))
      return
    }
    if (nul.test(text)) {
      done(new ApiError('invalid_request', 'Text cannot hold the character U+0000. Remove it.'))
      return
    }
    if (prototype.test(text)) {
      done(new ApiError('invalid_request', 'Nothing can be named __proto__ here. Use SQL instead.'))
      return
    }
    void parse(request, text, done)
  })
}

/** Reads brackets only: a body is refused before it is built. */
export function isDeeperThan(json: string, limit: number): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (isText) {
      if (code === backslash) at += 1
      else if (code === quote) isText = false
    } else if (code === quote) {
      isText = true
    } else if (code === openBrace || code === openBracket) {
      depth += 1
      if (depth > limit) return true
    } else if (code === closeBrace || code === closeBracket) {
      depth -= 1
    }
  }
  return false
}

const [quote, backslash] = [0x22, 0x5c]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]
