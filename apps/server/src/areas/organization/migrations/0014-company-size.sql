-- How many people a company has, as its first owner said; null for everybody else.
alter table organizations add column size text;
