import { sharingDetail } from './sharing-detail.ts'

type Refusal = { message: string; detail?: string | undefined; hint?: string | undefined }

/** Why an operation was refused, with PostgreSQL's detail, as sentences. */
export const refusalText = ({ message, hint, ...more }: Refusal): string =>
  [message, sharingDetail(more), hint]
    .filter((part) => part !== undefined && part !== '')
    .join('\n')
    // PostgreSQL ends details and hints with a full stop, and messages without one.
    .replaceAll(/([^.!?:])\n/gu, '$1. ')
    .replaceAll('\n', ' ')
