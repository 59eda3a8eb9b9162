/**
 * Globals that sessions begin with and that no hostile server sets, by the reason why. With the hostile servers they
 * make up all that there are: a variable that comes with a new version must be looked at.
 */
export const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  'decides about memory and speed of a plan that is the same with it': [
    ...['bulk_insert_buffer_size', 'connection_memory_chunk_size', 'histogram_generation_max_mem_size'],
    ...['histogram_size', 'histogram_type', 'innodb_ddl_buffer_size', 'innodb_ddl_threads', 'innodb_tmpdir'],
    ...['myisam_sort_buffer_size', 'myisam_stats_method', 'myisam_repair_threads', 'aria_repair_threads'],
    ...['aria_sort_buffer_size', 'aria_stats_method', 'analyze_max_length', 'analyze_sample_percentage'],
    ...['preload_buffer_size', 'query_alloc_block_size', 'query_prealloc_size', 'range_alloc_block_size'],
    ...['transaction_alloc_block_size', 'transaction_prealloc_size', 'set_operations_buffer_size'],
    ...['select_into_buffer_size', 'select_into_disk_sync', 'select_into_disk_sync_delay'],
    ...[
      'join_buffer_space_limit',
      'max_rowid_filter_size',
      'rowid_merge_buff_size',
      'expensive_subquery_limit',
    ],
    ...[
      'optimizer_adjust_secondary_key_costs',
      'optimizer_extra_pruning_depth',
      'optimizer_max_subgraph_pairs',
    ],
    ...['optimizer_join_limit_pref_ratio', 'optimizer_selectivity_sampling_limit', 'thread_pool_priority'],
    ...['enable_secondary_engine_statistics', 'secondary_engine_cost_threshold', 'tcp_nodelay'],
    ...[
      'query_cache_strip_comments',
      'query_cache_wlock_invalidate',
      'net_retry_count',
      'keep_files_on_create',
    ],
  ],
  'an administrator’s limit that a session may not lift, or of something that a dump does not do: it fails by name':
    [
      ...['connection_memory_limit', 'global_connection_memory_tracking', 'parser_max_mem_size'],
      ...['max_session_mem_used', 'max_sp_recursion_depth', 'max_tmp_tables', 'max_delayed_threads'],
      ...['max_insert_delayed_threads', 'deadlock_search_depth_long', 'deadlock_search_depth_short'],
      ...['deadlock_timeout_long', 'deadlock_timeout_short'],
    ],
  'only statements that define, write or sign in are changed': [
    ...[
      'alter_algorithm',
      'old_alter_table',
      'column_compression_threshold',
      'column_compression_zlib_level',
    ],
    ...['column_compression_zlib_strategy', 'column_compression_zlib_wrap', 'default_table_encryption'],
    ...[
      'default_tmp_storage_engine',
      'external_table_storage_engine',
      'external_table_secondary_storage_engine',
    ],
    ...[
      'enable_cascade_triggers',
      'enforce_storage_engine',
      'generated_random_password_length',
      'innodb_compression_default',
    ],
    ...['innodb_default_encryption_key_id', 'innodb_ft_enable_stopword', 'innodb_ft_user_stopword_table'],
    ...[
      'restrict_fk_on_non_standard_key',
      'storage_engine',
      'system_versioning_alter_history',
      'old_passwords',
    ],
    ...['xa_detach_on_prepare', 'character_set_database', 'collation_database'],
  ],
  'of the replication and its log': [
    ...['binlog_alter_two_phase', 'binlog_annotate_row_events', 'binlog_direct_non_transactional_updates'],
    ...['binlog_format', 'binlog_row_image', 'binlog_row_value_options', 'binlog_rows_query_log_events'],
    ...['binlog_transaction_compression', 'binlog_transaction_compression_level_zstd', 'gtid_domain_id'],
    ...['group_replication_consistency', 'max_relay_log_size', 'rbr_exec_mode', 'server_id', 'sql_log_bin'],
    ...['sql_slave_skip_counter', 'wsrep_causal_reads', 'wsrep_dirty_reads', 'wsrep_on', 'wsrep_osu_method'],
    ...['wsrep_retry_autocommit', 'wsrep_sync_wait', 'wsrep_trx_fragment_size', 'wsrep_trx_fragment_unit'],
  ],
  'what a server writes down about statements': [
    ...['log_disabled_statements', 'log_queries_not_using_indexes', 'log_slow_admin_statements'],
    ...['log_slow_disabled_statements', 'log_slow_filter', 'log_slow_max_warnings', 'log_slow_query'],
    ...[
      'log_slow_min_examined_row_limit',
      'log_slow_query_time',
      'log_slow_rate_limit',
      'log_slow_verbosity',
    ],
    ...['log_slow_slave_statements', 'log_warnings', 'long_query_time', 'min_examined_row_limit'],
    ...['optimizer_trace_features', 'optimizer_trace_limit', 'optimizer_trace_max_mem_size'],
    ...['optimizer_trace_offset', 'profiling_history_size', 'slow_query_log'],
  ],
};
