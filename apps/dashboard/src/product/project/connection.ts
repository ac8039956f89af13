import type { ProjectDetail } from '@basalt/contract/project/project-reading'

type Connection = NonNullable<ProjectDetail['connection']>

export type ConnectionForm = { id: string; label: string; text: string }

const placeholder = '[YOUR-PASSWORD]'

/** Ways to write where the database is. The password is known only to its owner. */
export function connectionForms({ host, port, user, database }: Connection): ConnectionForm[] {
  const uri = `postgresql://${encodeURIComponent(user)}:${placeholder}@${host}:${port}/${encodeURIComponent(database)}`
  return [
    { id: 'uri', label: 'URI', text: uri },
    {
      id: 'psql',
      label: 'psql',
      text: `psql "host=${host} port=${port} dbname=${database} user=${user}"`,
    },
    {
      id: 'parameters',
      label: 'Parameters',
      text: `host=${host}\nport=${port}\ndatabase=${database}\nuser=${user}`,
    },
    { id: 'env', label: '.env', text: `DATABASE_URL="${uri}"` },
    {
      id: 'node',
      label: 'Node.js',
      text: `import pg from 'pg'\n\nconst pool = new pg.Pool({\n  connectionString: process.env.DATABASE_URL,\n})\nconst { rows } = await pool.query('select now()')`,
    },
    {
      id: 'prisma',
      label: 'Prisma',
      text: `datasource db {\n  provider = "postgresql"\n  url      = env("DATABASE_URL")\n}`,
    },
    {
      id: 'drizzle',
      label: 'Drizzle',
      text: `import { drizzle } from 'drizzle-orm/node-postgres'\n\nconst db = drizzle(process.env.DATABASE_URL)`,
    },
    {
      id: 'sqlalchemy',
      label: 'SQLAlchemy',
      text: `from sqlalchemy import create_engine\n\nengine = create_engine(\n    "${uri.replace('postgresql:', 'postgresql+psycopg:')}"\n)`,
    },
    {
      id: 'go',
      label: 'Go',
      text: `conn, err := pgx.Connect(ctx, os.Getenv("DATABASE_URL"))`,
    },
    {
      id: 'net',
      label: '.NET',
      text: `Host=${host};Port=${port};Database=${database};Username=${user};Password=${placeholder}`,
    },
    {
      id: 'jdbc',
      label: 'JDBC',
      text: `jdbc:postgresql://${host}:${port}/${database}?user=${user}&password=${placeholder}`,
    },
  ]
}
