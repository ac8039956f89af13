/** PostgreSQL's detail of a message, without the row itself, which is displayed anyway. */
export const sharingDetail = ({ detail }: { detail?: string | undefined }): string | undefined =>
  detail?.startsWith('Failing row contains') === true ? undefined : detail
