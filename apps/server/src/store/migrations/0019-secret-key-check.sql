-- Which secret key the sealed values of this database need, without revealing it.
create table secret_key_check (
  only_row boolean primary key default true check (only_row),
  value text not null
);
