/**
 * The schema through which callers of the project's API use queues. Its functions run with the
 * rights of the caller, so row-level security of the tables decides about messages. The names and
 * arguments are those of supabase-js.
 */
export const exposeQueues: readonly string[] = [
  'create schema pgmq_public',
  'grant usage on schema pgmq_public, pgmq to anon, authenticated, service_role',
  wrapper('send', {
    parameters: 'queue_name text, message jsonb, sleep_seconds integer default 0',
    result: 'setof bigint',
    call: 'pgmq.send(queue_name, message, sleep_seconds)',
  }),
  wrapper('send_batch', {
    parameters: 'queue_name text, messages jsonb[], sleep_seconds integer default 0',
    result: 'setof bigint',
    call: 'pgmq.send_batch(queue_name, messages, sleep_seconds)',
  }),
  wrapper('read', {
    parameters: 'queue_name text, sleep_seconds integer, n integer',
    result: 'setof pgmq.message_record',
    call: 'pgmq.read(queue_name, sleep_seconds, n)',
  }),
  wrapper('pop', {
    parameters: 'queue_name text',
    result: 'setof pgmq.message_record',
    call: 'pgmq.pop(queue_name)',
  }),
  wrapper('archive', {
    parameters: 'queue_name text, message_id bigint',
    result: 'boolean',
    call: 'pgmq.archive(queue_name, message_id)',
  }),
  wrapper('delete', {
    parameters: 'queue_name text, message_id bigint',
    result: 'boolean',
    call: 'pgmq."delete"(queue_name, message_id)',
  }),
  'revoke execute on all functions in schema pgmq_public from public',
  'grant execute on all functions in schema pgmq_public to anon, authenticated, service_role',
]

export const hideQueues: readonly string[] = [
  'drop schema pgmq_public cascade',
  'revoke usage on schema pgmq from anon, authenticated, service_role',
]

type Parts = { parameters: string; result: string; call: string }

function wrapper(name: string, { parameters, result, call }: Parts): string {
  return `create function pgmq_public.${name}(${parameters}) returns ${result}
language sql security invoker set search_path = '' as $$ select * from ${call} $$`
}

/** Privileges of callers of the API on the messages of a queue; its policies restrict them. */
export const grantQueue = (table: string, archive: string): readonly string[] => [
  `grant select, insert, update, delete on ${table} to anon, authenticated, service_role`,
  `grant select, insert on ${archive} to anon, authenticated, service_role`,
]
