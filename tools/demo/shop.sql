-- The shop of the demo project: 20 tables of a mail-order shop for outdoor gear.
-- Every row follows from its number, so that each run makes the same shop.
begin;

create type order_status as enum ('placed', 'paid', 'packed', 'shipped', 'delivered', 'cancelled');
create type payment_method as enum ('card', 'invoice', 'bank_transfer', 'gift_card');
create type payment_status as enum ('pending', 'captured', 'failed', 'refunded');
create type shipment_status as enum ('waiting', 'in_transit', 'delivered', 'returned');
create type ticket_priority as enum ('low', 'normal', 'high');

create table countries (
  code char(2) primary key,
  name text not null unique,
  currency char(3) not null,
  vat_percent numeric(4, 2) not null check (vat_percent between 0 and 30)
);

create table customers (
  id bigint generated always as identity primary key,
  email text not null unique,
  full_name text not null,
  phone text,
  country_code char(2) not null references countries,
  preferences jsonb not null default '{}',
  is_newsletter_subscriber boolean not null default false,
  created_at timestamptz not null default now()
);

create table addresses (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers on delete cascade,
  line1 text not null,
  line2 text,
  city text not null,
  postal_code text not null,
  country_code char(2) not null references countries,
  is_default boolean not null default true
);

create table categories (
  id int generated always as identity primary key,
  parent_id int references categories,
  name text not null,
  slug text not null unique
);

create table suppliers (
  id int generated always as identity primary key,
  name text not null unique,
  country_code char(2) not null references countries,
  contact jsonb not null,
  lead_time interval not null
);

create table products (
  id bigint generated always as identity primary key,
  category_id int not null references categories,
  supplier_id int not null references suppliers,
  name text not null,
  description text,
  attributes jsonb not null default '{}',
  tags text[] not null default '{}',
  price numeric(10, 2) not null check (price >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);

create table product_variants (
  id bigint generated always as identity primary key,
  product_id bigint not null references products on delete cascade,
  sku text not null unique,
  size text not null,
  colour text not null,
  weight_grams int,
  unique (product_id, size, colour)
);

create table product_images (
  id bigint generated always as identity primary key,
  product_id bigint not null references products on delete cascade,
  position smallint not null,
  file_name text not null,
  alternative_text text,
  unique (product_id, position)
);

create table price_history (
  product_id bigint not null references products on delete cascade,
  valid_from date not null,
  price numeric(10, 2) not null,
  primary key (product_id, valid_from)
);

create table warehouses (
  id int generated always as identity primary key,
  name text not null unique,
  country_code char(2) not null references countries,
  opened_on date not null
);

create table inventory (
  warehouse_id int not null references warehouses,
  variant_id bigint not null references product_variants on delete cascade,
  quantity int not null check (quantity >= 0),
  counted_at timestamptz not null,
  primary key (warehouse_id, variant_id)
);

create table coupons (
  code text primary key,
  percent_off smallint not null check (percent_off between 1 and 90),
  valid_during daterange not null,
  usage_limit int
);

create table employees (
  id int generated always as identity primary key,
  manager_id int references employees,
  full_name text not null,
  email text not null unique,
  hired_on date not null,
  warehouse_id int references warehouses
);

create table orders (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  address_id bigint not null references addresses,
  coupon_code text references coupons,
  status order_status not null default 'placed',
  total numeric(12, 2) not null default 0,
  note text,
  placed_at timestamptz not null default now()
);

create table order_items (
  order_id bigint not null references orders on delete cascade,
  line smallint not null,
  variant_id bigint not null references product_variants,
  quantity int not null check (quantity > 0),
  unit_price numeric(10, 2) not null,
  primary key (order_id, line)
);

create table payments (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete cascade,
  method payment_method not null,
  status payment_status not null,
  amount numeric(12, 2) not null,
  provider_response jsonb,
  created_at timestamptz not null
);

create table shipments (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete cascade,
  warehouse_id int not null references warehouses,
  packed_by int references employees,
  status shipment_status not null,
  tracking_code uuid not null unique,
  shipped_at timestamptz
);

create table refunds (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payments,
  approved_by int not null references employees,
  amount numeric(12, 2) not null,
  reason text not null,
  created_at timestamptz not null
);

create table reviews (
  id bigint generated always as identity primary key,
  product_id bigint not null references products on delete cascade,
  customer_id bigint not null references customers on delete cascade,
  rating smallint not null check (rating between 1 and 5),
  body text,
  created_at timestamptz not null,
  unique (product_id, customer_id)
);

create table support_tickets (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers on delete cascade,
  order_id bigint references orders on delete set null,
  assigned_to int references employees,
  priority ticket_priority not null default 'normal',
  subject text not null,
  messages jsonb not null default '[]',
  closed_at timestamptz
);

insert into countries values
  ('AT', 'Austria', 'EUR', 20), ('CH', 'Switzerland', 'CHF', 8.1), ('DE', 'Germany', 'EUR', 19),
  ('DK', 'Denmark', 'DKK', 25), ('ES', 'Spain', 'EUR', 21), ('FR', 'France', 'EUR', 20),
  ('GB', 'United Kingdom', 'GBP', 20), ('IT', 'Italy', 'EUR', 22), ('NL', 'Netherlands', 'EUR', 21),
  ('NO', 'Norway', 'NOK', 25), ('PL', 'Poland', 'PLN', 23), ('SE', 'Sweden', 'SEK', 25);

insert into customers (email, full_name, phone, country_code, preferences, is_newsletter_subscriber, created_at)
select
  lower(given || '.' || family || n || '@example.com'),
  given || ' ' || family,
  case when n % 3 > 0 then '+44 20 7946 ' || lpad((n % 10000)::text, 4, '0') end,
  (array['AT', 'CH', 'DE', 'DK', 'ES', 'FR', 'GB', 'IT', 'NL', 'NO', 'PL', 'SE'])[1 + n % 12],
  jsonb_build_object('language', (array['de', 'en', 'fr', 'it'])[1 + n % 4], 'sizes', jsonb_build_array('M', 'L')),
  n % 4 = 0,
  timestamptz '2023-01-01 08:00+00' + n * interval '67 minutes'
from generate_series(1, 20000) as n
cross join lateral (select
  (array['Anna', 'Björn', 'Clara', 'Dmitri', 'Élise', 'Finn', 'Greta', 'Hugo', 'Inès', 'Jonas', 'Karin', 'Luca', 'Mia', 'Noah', 'Olga', 'Pavel'])[1 + n % 16] as given,
  (array['Berg', 'Costa', 'Dahl', 'Evans', 'Fischer', 'García', 'Huber', 'Ito', 'Jansen', 'Keller', 'Lund', 'Moreau', 'Novák'])[1 + (n / 16) % 13] as family
) as named;

insert into addresses (customer_id, line1, line2, city, postal_code, country_code)
select id, (array['Mill Lane', 'Station Road', 'Harbour Street', 'Church Hill'])[1 + id % 4] || ' ' || 1 + id % 180,
  case when id % 9 = 0 then 'Second floor' end,
  (array['Graz', 'Basel', 'Ulm', 'Aarhus', 'Sevilla', 'Lyon', 'Leeds', 'Torino', 'Delft', 'Bergen', 'Gdańsk', 'Malmö'])[1 + id % 12],
  lpad((1000 + id % 89000)::text, 5, '0'), country_code
from customers;

insert into categories (parent_id, name, slug)
select null, name, lower(replace(name, ' ', '-'))
from unnest(array['Tents', 'Sleeping bags', 'Backpacks', 'Clothing', 'Footwear', 'Cooking', 'Climbing', 'Lights']) as name;
insert into categories (parent_id, name, slug)
select parent.id, style || ' ' || lower(parent.name), lower(style) || '-' || parent.slug
from categories as parent, unnest(array['Light', 'Winter', 'Family']) as style;

insert into suppliers (name, country_code, contact, lead_time)
select 'Supplier ' || chr(64 + n), (array['DE', 'NO', 'PL', 'IT'])[1 + n % 4],
  jsonb_build_object('email', 'sales' || n || '@example.net', 'phone', null), n * interval '1 day'
from generate_series(1, 20) as n;

insert into products (category_id, supplier_id, name, description, attributes, tags, price, is_active, created_at)
select 9 + n % 24, 1 + n % 20,
  (array['Fjell', 'Alpine', 'Granite', 'Tarn', 'Scree', 'Moraine', 'Gneiss', 'Esker'])[1 + n % 8] || ' ' || n,
  'Made for days when the forecast is wrong.',
  jsonb_build_object('waterproof', n % 2 = 0, 'season', (array['summer', 'winter', 'all'])[1 + n % 3], 'warranty_years', 2 + n % 9),
  array['outdoor', (array['new', 'sale', 'classic'])[1 + n % 3]],
  10 + (n * 37 % 49000) / 100.0, n % 25 > 0,
  timestamptz '2022-06-01 00:00+00' + n * interval '7 hours'
from generate_series(1, 2000) as n;

insert into product_variants (product_id, sku, size, colour, weight_grams)
select id, 'BX-' || lpad(id::text, 5, '0') || '-' || size || '-' || upper(left(colour, 2)), size, colour,
  case when id % 11 > 0 then 150 + (id * 13 % 4000)::int end
from products, unnest(array['S', 'M', 'L']) as size, unnest(array['slate', 'moss']) as colour;

insert into product_images (product_id, position, file_name, alternative_text)
select id, position, 'product-' || id || '-' || position || '.webp', name || ', view ' || position
from products, generate_series(1, 2) as position;

insert into price_history (product_id, valid_from, price)
select id, date '2023-01-01' + step * 180, round(price * (0.85 + step * 0.05), 2)
from products, generate_series(0, 3) as step;

insert into warehouses (name, country_code, opened_on) values
  ('Hamburg', 'DE', '2015-03-01'), ('Lyon', 'FR', '2018-09-15'), ('Leeds', 'GB', '2020-01-06');

insert into inventory (warehouse_id, variant_id, quantity, counted_at)
select warehouse.id, variant.id, (variant.id * 7 + warehouse.id * 13) % 120, timestamptz '2025-01-01 06:00+00'
from warehouses as warehouse, product_variants as variant;

insert into coupons (code, percent_off, valid_during, usage_limit)
select 'SAVE' || n, 5 + n % 4 * 5, daterange(date '2024-01-01' + n * 20, date '2024-01-01' + n * 20 + 60),
  case when n % 2 = 0 then n * 100 end
from generate_series(1, 30) as n;

insert into employees (manager_id, full_name, email, hired_on, warehouse_id)
select case when n > 3 then 1 + n % 3 end, 'Employee ' || n, 'employee' || n || '@example.org',
  date '2016-01-01' + n * 45, 1 + n % 3
from generate_series(1, 60) as n;

insert into orders (customer_id, address_id, coupon_code, status, note, placed_at)
select customer, customer, case when n % 13 = 0 then 'SAVE' || 1 + n % 30 end,
  case when n > 99000 then (array['placed', 'paid', 'packed'])[1 + n % 3] when n % 17 = 0 then 'cancelled' when n > 97000 then 'shipped' else 'delivered' end::order_status,
  case when n % 40 = 0 then 'Leave it with the neighbour' end,
  timestamptz '2023-03-01 00:00+00' + n * interval '9 minutes 40 seconds'
from generate_series(1, 100000) as n
cross join lateral (select 1 + (n::bigint * 7919) % 20000 as customer) as buyer;

insert into order_items (order_id, line, variant_id, quantity, unit_price)
select o.id, line, variant.id, 1 + ((o.id + line) % 3)::int, product.price
from orders as o
cross join lateral generate_series(1, 1 + (o.id % 3)::int) as line
join product_variants as variant on variant.id = 1 + (o.id * 31 + line * 977) % 12000
join products as product on product.id = variant.product_id;

update orders set total = items.total
from (select order_id, sum(quantity * unit_price) as total from order_items group by order_id) as items
where items.order_id = orders.id;

insert into payments (order_id, method, status, amount, provider_response, created_at)
select id, (array['card', 'invoice', 'bank_transfer', 'gift_card'])[1 + id % 4]::payment_method,
  case when status = 'placed' then 'pending' when status = 'cancelled' then 'refunded' when id % 97 = 0 then 'failed' else 'captured' end::payment_status,
  total, case when id % 4 = 0 then jsonb_build_object('network', 'demo', 'risk', id % 100) end,
  placed_at + interval '3 minutes'
from orders;

insert into shipments (order_id, warehouse_id, packed_by, status, tracking_code, shipped_at)
select id, 1 + id % 3, 1 + (id % 60)::int, case when status = 'delivered' then 'delivered' else 'in_transit' end::shipment_status,
  md5('shipment ' || id)::uuid, placed_at + interval '1 day'
from orders where status in ('shipped', 'delivered');

insert into refunds (payment_id, approved_by, amount, reason, created_at)
select id, 1 + (id % 3)::int, amount, (array['Wrong size', 'Arrived late', 'Changed my mind'])[1 + id % 3], created_at + interval '6 days'
from payments where status = 'refunded';

insert into reviews (product_id, customer_id, rating, body, created_at)
select 1 + n % 2000, 1 + n * 7 % 20000, 1 + (n * 11 % 5), case when n % 2 = 0 then 'Kept me dry, mostly.' end,
  timestamptz '2024-01-01 00:00+00' + n * interval '50 minutes'
from generate_series(1, 15000) as n
on conflict do nothing;

insert into support_tickets (customer_id, order_id, assigned_to, priority, subject, messages, closed_at)
select customer_id, id, 1 + (id % 60)::int, (array['low', 'normal', 'high'])[1 + id % 3]::ticket_priority,
  'Where is order ' || id || '?', jsonb_build_array(jsonb_build_object('from', 'customer', 'text', 'It has not arrived yet.')),
  case when id % 100 > 0 then placed_at + interval '4 days' end
from orders where id % 50 = 0;

create index on addresses (customer_id);
create index on orders (customer_id);
create index on orders (placed_at);
create index on order_items (variant_id);
create index on payments (order_id);
create index on shipments (order_id);
create index on reviews (product_id);
create index on products using gin (attributes);

create view open_orders as
select o.id, c.full_name, o.status, o.total, o.placed_at
from orders as o join customers as c on c.id = o.customer_id
where o.status in ('placed', 'paid', 'packed');

create view revenue_by_country as
select country.name as country, count(*) as orders, sum(o.total) as revenue
from orders as o
join addresses as a on a.id = o.address_id
join countries as country on country.code = a.country_code
where o.status <> 'cancelled'
group by country.name;

create materialized view best_sellers as
select product.id, product.name, sum(item.quantity) as sold
from order_items as item
join product_variants as variant on variant.id = item.variant_id
join products as product on product.id = variant.product_id
group by product.id, product.name;

-- A customer, named by the setting shop.customer_id of the session, sees only what is theirs.
create function current_customer() returns bigint language sql stable
return nullif(current_setting('shop.customer_id', true), '')::bigint;

alter table customers enable row level security;
alter table addresses enable row level security;
alter table orders enable row level security;
alter table order_items enable row level security;
alter table support_tickets enable row level security;
create policy "Customers see themselves" on customers for select using (id = current_customer());
create policy "Customers keep their addresses" on addresses using (customer_id = current_customer());
create policy "Customers see their orders" on orders for select using (customer_id = current_customer());
create policy "Customers see what they ordered" on order_items for select
  using (exists (select from orders as o where o.id = order_id and o.customer_id = current_customer()));
create policy "Customers ask for help" on support_tickets for insert with check (customer_id = current_customer());

create function note_price() returns trigger language plpgsql as $$
begin
  insert into price_history (product_id, valid_from, price) values (new.id, current_date, new.price)
  on conflict (product_id, valid_from) do update set price = excluded.price;
  return null;
end
$$;
create trigger "Note the price" after update of price on products
  for each row when (old.price is distinct from new.price) execute function note_price();

-- A warehouse system follows these changes.
create publication shipping for table orders, order_items, shipments;

comment on table orders is 'One row for each checkout, also for those that were cancelled';
comment on column orders.total is 'Sum of the lines, before the coupon';

commit;

analyze;
