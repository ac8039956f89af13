/** What PostgreSQL adds to a message, but for the row itself, which stands there anyway. */
export const sharingDetail = ({ detail }: { detail?: string | undefined }): string | undefined =>
  detail?.startsWith('Failing row contains') === true ? undefined : detail
