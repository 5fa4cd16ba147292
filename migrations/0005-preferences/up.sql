-- What a person chose for their own screens: hidden columns per list, and the side menu. Not facts of the
-- business, so not events: the read API keeps them directly, and nobody misses them when they are lost.

create schema preference;

create table preference.hidden_columns (
  user_id int not null,
  model text not null,
  -- Comma-separated names of columns, as the specification sends them.
  columns text not null,
  primary key (user_id, model)
);

create table preference.sidebar (
  user_id int primary key,
  setting jsonb not null
);
