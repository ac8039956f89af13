import fc from 'fast-check'
import { expect, test } from 'vitest'

import { redactStatement } from './redact-statement.ts'
import { redactQuotes, redactText } from './redact-text.ts'

const secret = 's3cr3t-7Qx'
const text = (statement: string) => redactStatement(statement).text

test.each([
  `alter role ada password '${secret}'`,
  `select vault.create_secret('${secret}', 'mail')`,
  `alter role ada password E'a\\'${secret}'`,
  `ALTER ROLE ada ENCRYPTED PASSWORD U&'${secret}' VALID UNTIL 'infinity'`,
  `alter role ada password 'a\\'${secret}'; select 'x'`,
  `alter role ada password "${secret}"`,
  `alter role ada password ${secret}`,
  `alter role ada password 'it''s ${secret}`,
  `alter role ada password 'it's-${secret}' valid until 'infinity'`,
  `create server s options (a 'it's ${secret}')`,
  `create server s options (a 'b'${secret}'c')`,
  `create server s options (a 'b' ${secret}')`,
  `select 1; -- a comment that doesn't end\r create role ada password '${secret}'`,
  `/* it's /* nested */ here */ create user mapping for ada server s options (password '${secret}')`,
  `create subscription s connection 'host=h password=${secret}' publication p`,
  `alter system set my.setting = '${secret}'`,
  `do $$ begin execute 'alter role ada password ''${secret}'''; end $$`,
  `do $body$ begin perform '${secret}'; end $body`,
  `select 1; select 2; alter role "o'brien" password '${secret}'`,
  `selekt '${secret}'`,
  `create role "unterminated ${secret}`,
  `-- password '${secret}'\ncreate role ada`,
  `select dblink('host=h user=u password=${secret}')`,
  `select dblink('postgres://u:${secret}@host/db')`,
  `select $q$postgresql://u:${secret}@host$q$`,
  `insert into users (password) values ('x') -- password => '${secret}'`,
  `select 'x\\' ; ', 1; alter role ada password '${secret}'`,
  `explain select '${secret}'`,
  `prepare p as select '${secret}'`,
  `call pay('${secret}')`,
])('%s loses its secret', (statement) => {
  expect(text(statement)).not.toContain(secret)
})

test.each([
  `select * from t where name = 'Ada'`,
  `update t set a = 'b' where c = $1`,
  `with x as (select 'a') insert into t values ('b'); delete from t`,
  `(select 'a') union table t`,
  `merge into t using s on t.a = s.a when matched then update set b = 'c'`,
  `select password from users where password = $1`,
  `-- first\nselect 'a'`,
])('%s is unchanged', (statement) => {
  expect(text(statement)).toBe(statement)
})

test('other statements keep everything but literals and comments', () => {
  expect(text(`create table "T" (a text default 'x', b int); comment on table t is $$y$$`)).toBe(
    `create table "T" (a text default '[redacted]', b int); comment on table t is '[redacted]'`,
  )
  expect(text('alter role ada password null')).toBe('alter role ada password null')
})

test('literals are listed where other texts may repeat them', () => {
  expect(redactStatement(`alter system set a = 'it''s long'`).literals).toEqual([
    `it''s long`,
    `it's long`,
  ])
  expect(redactStatement(`select 'it is long'`).literals).toEqual([])
})

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYW5vbiJ9.c2lnbmF0dXJl'

test.each([
  [`invalid token ${token} given`, 'invalid token [redacted] given'],
  ['Authorization: Bearer abcdef123', 'Authorization: Bearer [redacted]'],
  ['authorization: basic dXNlcjpwYXNz', 'authorization: basic [redacted]'],
  ['basic information about it', 'basic information about it'],
  ['the access token bslt_0123456789abcdef expired', 'the access token [redacted] expired'],
  ['host=h password=abc dbname=d', 'host=h password=[redacted] dbname=d'],
  ["host=h password='a b' dbname=d", 'host=h password=[redacted] dbname=d'],
  ['postgres://ada:p@ss@h:5432/d', 'postgres://[redacted]@h:5432/d'],
  ['https://token@h/d', 'https://[redacted]@h/d'],
  ['{"api_key": "abc", "n": 1}', '{"api_key": [redacted], "n": 1}'],
  ['Key (api_token)=(abc) already exists.', 'Key (api_token)=([redacted]) already exists.'],
  [
    'password authentication failed for user "ada"',
    'password authentication failed for user "ada"',
  ],
  ['relation "tokens" does not exist', 'relation "tokens" does not exist'],
])('%s becomes %s', (before, after) => {
  expect(redactText(before)).toBe(after)
})

test('everything between the first and the last quote of a context is removed', () => {
  const context = `SQL statement "alter role "o'brien" password '${secret}'"\nPL/pgSQL function f() line 3`
  expect(redactQuotes(context)).toBe(
    `SQL statement "alter role "o'[redacted]'"\nPL/pgSQL function f() line 3`,
  )
})

const pieces = [
  "'",
  "''",
  '"',
  '$$',
  '$a$',
  '--',
  '/*',
  '*/',
  '\\',
  ';',
  '\n',
  '\r',
  ' ',
  "E'",
  'select ',
  'alter role ',
  'password ',
  'password=',
  '://',
  ':',
  '@',
  'bearer ',
  'basic ',
  'eyJ',
  'a-',
  'é',
  '\u{1F600}',
  '\0',
]
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 5 })), {
    maxLength: 60,
  })
  .map((parts) => parts.join(''))

test('a literal of a statement that reads no rows is never in the result', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('alter role a password ', 'create x ', 'do ', 'alter system set a = ', ''),
      fc.tuple(hostile, hostile),
      fc.constantFrom(["'", "'"], ["E'", "'"], ['$$', '$$'], ['$tag$', '$tag$'], ["U&'", "'"]),
      (start, [before, after], [open, close]) => {
        // The text before has no open quote or comment, so PostgreSQL reads a literal here.
        const quiet = before.replaceAll(/['"$\\]|--|\/\*|[/-]/gu, '')
        const statement = `create ${start}${quiet} ${open}${secret}${close}${after}`
        expect(text(statement)).not.toContain(secret)
      },
    ),
    { numRuns: 2000 },
  )
})

test('any text is redacted without a failure', () => {
  fc.assert(
    fc.property(hostile, (statement) => {
      expect(() =>
        [text, redactText, redactQuotes].map((redact) => redact(statement)),
      ).not.toThrow()
    }),
    { numRuns: 3000 },
  )
})

test('no text takes more than linear time', () => {
  const seconds = (part: string) => {
    const long = part.repeat(Math.ceil(64_000 / part.length))
    const start = performance.now()
    for (const redact of [text, redactText, redactQuotes]) redact(long)
    return (performance.now() - start) / 1000
  }
  const some = pieces.filter((_, index) => index % 2 === 0)
  const pairs = some.flatMap((one) => some.map((other) => one + other))
  const slow = [
    ...pieces,
    ...pairs,
    "password='",
    "password 'x\\\n",
    '://a:',
    '-----BEGIN PRIVATE KEY-----',
  ]
    .map((part) => ({ part, seconds: seconds(part) }))
    .filter((one) => one.seconds > 1.5)
  expect(slow).toEqual([])
}, 300_000)
