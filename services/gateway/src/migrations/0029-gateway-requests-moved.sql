-- Requests are rows of the log store since then, in the source edge_logs.
drop table gateway_requests;
