import { ApiError } from '@basalt/contract/errors'
import { support, supportLimits } from '@basalt/contract/support'

import { getUserId } from '../../http/context.ts'
import { createRateLimit } from '../../http/rate-limits.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Clock } from '../../process/clock.ts'
import type { Store } from '../../store/store.ts'
import { attachmentType } from './attachment-type.ts'
import {
  insertAttachment,
  readAttachment,
  waitingAttachmentBytes,
} from './support-request-store.ts'

const hour = 60 * 60
const dayMs = 24 * hour * 1000
/** Of files without a request yet, in the whole install: uploads cannot fill its disk. */
const maxWaitingBytes = 256 * 1024 * 1024

/**
 * Files are uploaded before the request, one by one, so that a failed submission loses none of
 * them.
 */
export function attachmentFeature({ store, clock }: { store: Store; clock: Clock }): Endpoint[] {
  const uploads = createRateLimit({ points: 40, durationSeconds: hour })
  return [
    serve(support.attach, async ({ body }, context) => {
      const userId = context.principal?.userId ?? null
      await uploads.consume(userId ?? context.client.address)
      const content = getContent(body.data)
      const type = attachmentType(content)
      if (type === null)
        throw refused('Only images (PNG, JPEG, GIF, WebP) and text files can be attached')
      await requireSpace(store, clock(), content.length)
      const name = fileName(body.name)
      return insertAttachment(store, { userId, name, type, content, at: clock() })
    }),
    serve(support.attachment, async ({ params }, context) =>
      presentFile(await readAttachment(store, params.id, getUserId(context))),
    ),
  ]
}

/** A file as sent over the wire. */
export function presentFile(file: Awaited<ReturnType<typeof readAttachment>>) {
  if (file === null) throw new ApiError('not_found', 'This file does not exist')
  const { content, ...rest } = file
  return { ...rest, data: content.toString('base64') }
}

function getContent(data: string): Buffer {
  if (!/^[A-Za-z0-9+/]*={0,2}$/u.test(data)) throw refused('The file is not encoded as base64')
  const content = Buffer.from(data, 'base64')
  if (content.length === 0) throw refused('The file is empty')
  if (content.length > supportLimits.attachmentBytes) throw refused('The file is larger than 5 MB')
  return content
}

async function requireSpace(store: Store, now: Date, bytes: number): Promise<void> {
  const waiting = await waitingAttachmentBytes(store, new Date(now.getTime() - dayMs))
  if (waiting + bytes <= maxWaitingBytes) return
  throw new ApiError(
    'rate_limited',
    'Files cannot be attached at the moment. Send the request without them.',
  )
}

/** Without a path, and without characters that could hide its extension. */
const fileName = (name: string) =>
  (name.split(/[\\/]/u).at(-1) ?? '').replaceAll(/[\p{Cc}\p{Cf}]/gu, '').slice(-120) || 'file'

const refused = (message: string) =>
  new ApiError('invalid_request', message, { fields: { attachments: message } })
