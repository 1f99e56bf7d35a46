-- How large each image is: of before, nobody noted it.
alter table images add column bytes integer not null default 0;
create index images_newest on images (gym_id, created_at desc);
