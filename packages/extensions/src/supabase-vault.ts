import type { OwnExtension } from './own-extension.ts'

/**
 * Encrypted secrets with the SQL interface of supabase_vault 0.3.
 *
 * The key is not in the database: a session gets it in the setting `vault.key`, a list of
 * `id:key` in hexadecimal digits, separated by commas, whose first one encrypts. A secret is
 * `v1.` and the base64 of AES-256-CBC and HMAC-SHA256, which covers the ids of row and key too, so
 * that a changed or exchanged row is refused. The server has the same format in TypeScript.
 *
 * Source of names, arguments and columns: the documentation of supabase_vault. Unlike there, a
 * secret of a changed row is an error and not null.
 */
const tables = /* SQL */ `
create table secrets (
  id uuid primary key default gen_random_uuid(),
  name text,
  description text not null default '',
  secret text not null,
  key_id uuid not null,
  nonce bytea not null,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp
);

create unique index secrets_name_idx on secrets (name) where name is not null;

-- A check constraint would show the refused row.
create function _refuse_plain_text() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.secret !~ '^v1[.][A-Za-z0-9+/]{64,}=*$' or pg_catalog.length(new.nonce) <> 16 then
    raise exception using errcode = '23514',
      message = 'vault.secrets stores encrypted secrets only',
      hint = 'Use vault.create_secret(secret, name, description) and vault.update_secret(id, secret).';
  end if;
  return new;
end $$;

create trigger refuse_plain_text before insert or update on secrets
for each row execute function _refuse_plain_text();
`

const keys = /* SQL */ `
create function _key(requested uuid) returns bytea
language plpgsql stable set search_path = '' as $$
declare
  setting text := nullif(pg_catalog.current_setting('vault.key', true), '');
  digits text;
begin
  if setting is null then
    raise exception using errcode = '42501',
      message = 'This session has no key to the vault',
      hint = 'Use the SQL editor, or copy the statement under Settings, Vault, "Access with psql" and run it first. A cron job has the key if the session in which it was saved had it.';
  end if;
  select pg_catalog.split_part(one, ':', 2) into digits
  from pg_catalog.unnest(pg_catalog.string_to_array(setting, ',')) as one
  where pg_catalog.split_part(one, ':', 1) = requested::text;
  if digits is null then
    raise exception using errcode = '42501',
      message = pg_catalog.format('This session does not have the key %s of the vault', requested),
      hint = 'After a rotation, copy the statement of Settings, Vault again. A key of another project is imported there.';
  end if;
  return pg_catalog.decode(digits, 'hex');
end $$;

create function _current_key_id() returns uuid
language plpgsql stable set search_path = '' as $$
declare
  first text := pg_catalog.split_part(pg_catalog.current_setting('vault.key', true), ':', 1);
begin
  if coalesce(first, '') = '' then
    -- Raises the error of a session without a key.
    perform vault._key(null);
  end if;
  return first::uuid;
end $$;
`

/** Their text has the schema of pgcrypto, which any schema may be. */
const encryption = /* SQL */ `
do $do$
declare
  crypto text;
begin
  select pg_catalog.quote_ident(n.nspname) into strict crypto
  from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid = e.extnamespace
  where e.extname = 'pgcrypto';

  execute pg_catalog.replace($def$
    create function _mac(secret_id uuid, key_id uuid, nonce bytea, body bytea) returns bytea
    language sql stable set search_path = '' as $$
      select crypto.hmac(
        pg_catalog.convert_to('vault.v1', 'UTF8') || pg_catalog.uuid_send(secret_id)
          || pg_catalog.uuid_send(key_id) || nonce || body,
        crypto.hmac(pg_catalog.convert_to('authenticate', 'UTF8'), vault._key(key_id), 'sha256'::text),
        'sha256'::text)
    $$
  $def$, 'crypto.', crypto || '.');

  execute pg_catalog.replace($def$
    create function _encrypt(plain text, secret_id uuid, key_id uuid, nonce bytea) returns text
    language plpgsql stable set search_path = '' as $$
    declare
      body bytea := crypto.encrypt_iv(
        pg_catalog.convert_to(plain, 'UTF8'),
        crypto.hmac(pg_catalog.convert_to('encrypt', 'UTF8'), vault._key(key_id), 'sha256'::text),
        nonce, 'aes-cbc/pad:pkcs'::text);
    begin
      return 'v1.' || pg_catalog.replace(
        pg_catalog.encode(body || vault._mac(secret_id, key_id, nonce, body), 'base64'),
        pg_catalog.chr(10), '');
    end $$
  $def$, 'crypto.', crypto || '.');

  execute pg_catalog.replace($def$
    create function _decrypt(sealed text, secret_id uuid, key_id uuid, nonce bytea) returns text
    language plpgsql stable set search_path = '' as $$
    declare
      key bytea := vault._key(key_id);
      bytes bytea := pg_catalog.decode(pg_catalog.substr(sealed, 4), 'base64');
      size int := pg_catalog.length(bytes) - 32;
      body bytea := pg_catalog.substr(bytes, 1, size);
    begin
      if vault._mac(secret_id, key_id, nonce, body) <> pg_catalog.substr(bytes, size + 1) then
        raise exception using errcode = '22000',
          message = pg_catalog.format('The secret %s was changed outside of the vault', secret_id);
      end if;
      return pg_catalog.convert_from(
        crypto.decrypt_iv(body,
          crypto.hmac(pg_catalog.convert_to('encrypt', 'UTF8'), key, 'sha256'::text),
          nonce, 'aes-cbc/pad:pkcs'::text),
        'UTF8');
    end $$
  $def$, 'crypto.', crypto || '.');

  execute pg_catalog.replace($def$
    create function _new_nonce() returns bytea
    language sql volatile set search_path = '' as $$ select crypto.gen_random_bytes(16) $$
  $def$, 'crypto.', crypto || '.');
end $do$;
`

const calls = /* SQL */ `
create view decrypted_secrets as
select id, name, description, secret, vault._decrypt(secret, id, key_id, nonce) as decrypted_secret,
  key_id, nonce, created_at, updated_at
from vault.secrets;

create function create_secret(
  new_secret text, new_name text default null, new_description text default '',
  new_key_id uuid default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  new_id uuid := pg_catalog.gen_random_uuid();
  key uuid := coalesce(new_key_id, vault._current_key_id());
  new_nonce bytea := vault._new_nonce();
begin
  insert into vault.secrets (id, name, description, secret, key_id, nonce)
  values (new_id, new_name, coalesce(new_description, ''),
    vault._encrypt(new_secret, new_id, key, new_nonce), key, new_nonce);
  return new_id;
end $$;

create function update_secret(
  secret_id uuid, new_secret text default null, new_name text default null,
  new_description text default null, new_key_id uuid default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  key uuid;
  new_nonce bytea;
begin
  if new_secret is not null then
    key := coalesce(new_key_id, vault._current_key_id());
    new_nonce := vault._new_nonce();
  end if;
  update vault.secrets s set
    secret = case when new_secret is null then s.secret
      else vault._encrypt(new_secret, s.id, key, new_nonce) end,
    key_id = coalesce(key, s.key_id),
    nonce = coalesce(new_nonce, s.nonce),
    name = coalesce(new_name, s.name),
    description = coalesce(new_description, s.description),
    updated_at = pg_catalog.now()
  where s.id = secret_id;
  if not found then
    raise exception using errcode = 'P0002',
      message = pg_catalog.format('The vault has no secret with the id %s', secret_id);
  end if;
end $$;

revoke execute on function create_secret, update_secret from public;
`

/** Marks of texts, such as those of jobs, that may use secrets. */
const update032 = /* SQL */ `
do $do$
declare
  crypto text;
begin
  select pg_catalog.quote_ident(n.nspname) into strict crypto
  from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid = e.extnamespace
  where e.extname = 'pgcrypto';

  -- Shows later that the text was written by a session that could read the secrets.
  execute pg_catalog.replace($def$
    create function _mark(written text) returns text
    language sql stable set search_path = '' as $$
      select vault._current_key_id() || ':' || pg_catalog.encode(
        crypto.hmac(
          pg_catalog.convert_to(written, 'UTF8'),
          crypto.hmac(pg_catalog.convert_to('mark', 'UTF8'),
            vault._key(vault._current_key_id()), 'sha256'::text),
          'sha256'::text),
        'hex')
    $$
  $def$, 'crypto.', crypto || '.');
end $do$;
`

export const supabaseVault: OwnExtension = {
  name: 'supabase_vault',
  version: '0.3.2',
  firstVersion: '0.3.1',
  comment: 'secrets, encrypted with a key that is not in the database',
  schema: 'vault',
  requires: ['pgcrypto'],
  dumped: ['vault.secrets'],
  sql: tables + keys + encryption + calls,
  updates: [{ to: '0.3.2', sql: update032 }],
}
