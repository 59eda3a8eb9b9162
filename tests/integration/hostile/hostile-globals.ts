import type { Vendor } from '../../../app/contract/connections/connection';
import type { GlobalValues } from '../harness/globals';

/** Servers on which somebody has set globals that can change what a session reads, or whether it can. */
export interface HostileServer {
  readonly what: string;
  readonly globals: GlobalValues;
}

const MODES =
  'ANSI_QUOTES,PIPES_AS_CONCAT,NO_BACKSLASH_ESCAPES,HIGH_NOT_PRECEDENCE,IGNORE_SPACE,NO_UNSIGNED_SUBTRACTION,' +
  'PAD_CHAR_TO_FULL_LENGTH,ONLY_FULL_GROUP_BY,STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE';

const TEXTS: GlobalValues = {
  time_zone: '+05:30',
  lc_time_names: 'de_DE',
  character_set_server: 'latin1',
  character_set_client: 'latin1',
  character_set_connection: 'latin1',
  character_set_results: 'latin1',
  collation_connection: 'latin1_german2_ci',
  collation_server: 'utf16_general_ci',
  sql_quote_show_create: 0,
  div_precision_increment: 0,
  default_week_format: 3,
  group_concat_max_len: 4,
  max_sort_length: 64,
  lc_messages: 'de_DE',
  character_set_filesystem: 'latin1',
};

const LIMITS: GlobalValues = {
  sql_select_limit: 1,
  sql_big_selects: 0,
  max_join_size: 1,
  max_error_count: 0,
  wait_timeout: 1,
  interactive_timeout: 1,
  net_write_timeout: 1,
  net_read_timeout: 1,
  lock_wait_timeout: 1,
  innodb_lock_wait_timeout: 1,
  sort_buffer_size: 32_768,
  net_buffer_length: 1024,
  tmp_table_size: 16_384,
  max_heap_table_size: 16_384,
  join_buffer_size: 128,
  read_buffer_size: 8192,
  read_rnd_buffer_size: 1,
  max_seeks_for_key: 1,
  eq_range_index_dive_limit: 1,
  optimizer_search_depth: 1,
  optimizer_prune_level: 0,
};

const TRANSACTIONS: GlobalValues = {
  autocommit: 0,
  completion_type: 'CHAIN',
  sql_auto_is_null: 1,
  sql_safe_updates: 1,
  low_priority_updates: 1,
  sql_buffer_result: 1,
  big_tables: 1,
  sql_notes: 0,
  sql_warnings: 1,
  explicit_defaults_for_timestamp: 0,
  innodb_table_locks: 0,
  auto_increment_increment: 7,
  auto_increment_offset: 3,
  updatable_views_with_limit: 0,
  foreign_key_checks: 0,
  unique_checks: 0,
  innodb_strict_mode: 0,
  profiling: 1,
  sql_log_off: 1,
  optimizer_trace: 'enabled=on',
  // Additions of a server to its answers, which the engine reads packet by packet.
  session_track_schema: 0,
  session_track_state_change: 1,
  session_track_system_variables: '*',
  session_track_transaction_info: 'CHARACTERISTICS',
};

const ELSEWHERE: GlobalValues = {
  completion_type: 'RELEASE',
  sql_mode: '',
  time_zone: '-11:00',
  character_set_results: 'ucs2',
};

/** One of a kind together; what would hide another is in a server of its own. */
export const HOSTILE_SERVERS: Readonly<Record<Vendor, readonly HostileServer[]>> = {
  mysql: [
    {
      what: 'other texts',
      globals: {
        ...TEXTS,
        sql_mode: `${MODES},REAL_AS_FLOAT,TIME_TRUNCATE_FRACTIONAL`,
        default_collation_for_utf8mb4: 'utf8mb4_general_ci',
        information_schema_stats_expiry: 31_536_000,
        show_create_table_verbosity: 1,
        show_gipk_in_create_table_and_information_schema: 0,
        sql_generate_invisible_primary_key: 1,
        sql_require_primary_key: 1,
        print_identified_with_as_hex: 1,
        end_markers_in_json: 1,
        default_storage_engine: 'MyISAM',
        windowing_use_high_precision: 0,
        terminology_use_previous: 'BEFORE_8_0_26',
        explain_format: 'JSON',
        explain_json_format_version: 1,
        block_encryption_mode: 'aes-256-cbc',
      },
    },
    {
      what: 'narrow limits',
      globals: {
        ...LIMITS,
        max_execution_time: 5,
        max_length_for_sort_data: 4,
        range_optimizer_max_mem_size: 1,
        cte_max_recursion_depth: 0,
        max_points_in_geometry: 3,
        innodb_parallel_read_threads: 1,
        internal_tmp_mem_storage_engine: 'MEMORY',
        optimizer_switch: 'index_merge=off,mrr_cost_based=off,derived_merge=off,skip_scan=off,semijoin=off',
      },
    },
    {
      what: 'another optimiser',
      globals: {
        range_optimizer_max_mem_size: 1,
        max_seeks_for_key: 1,
        eq_range_index_dive_limit: 1,
        optimizer_prune_level: 0,
        optimizer_search_depth: 1,
        optimizer_switch:
          'prefer_ordering_index=off,index_condition_pushdown=off,mrr=on,mrr_cost_based=off,batched_key_access=on,' +
          'skip_scan=off,index_merge=off,condition_fanout_filter=off,use_index_extensions=off',
      },
    },
    {
      what: 'other transactions',
      globals: {
        ...TRANSACTIONS,
        transaction_isolation: 'SERIALIZABLE',
        transaction_read_only: 1,
        session_track_gtids: 'OWN_GTID',
      },
    },
    {
      what: 'yet another set',
      globals: { ...ELSEWHERE, transaction_isolation: 'READ-UNCOMMITTED', read_only: 1, super_read_only: 1 },
    },
  ],
  mariadb: [
    {
      what: 'other texts',
      globals: {
        ...TEXTS,
        sql_mode: `${MODES},REAL_AS_FLOAT,EMPTY_STRING_IS_NULL,NO_TABLE_OPTIONS,NO_FIELD_OPTIONS,NO_KEY_OPTIONS,TIME_ROUND_FRACTIONAL`,
        old_mode: '',
        old: 1,
        sql_if_exists: 1,
        standard_compliant_cte: 0,
        default_regex_flags: 'DOTALL,EXTENDED',
        system_versioning_insert_history: 1,
        system_versioning_asof: '2001-01-01 00:00:00',
        default_storage_engine: 'MyISAM',
      },
    },
    {
      what: 'narrow limits',
      globals: {
        ...LIMITS,
        max_statement_time: 0.005,
        max_length_for_sort_data: 4,
        optimizer_max_sel_arg_weight: 1,
        optimizer_max_sel_args: 0,
        in_predicate_conversion_threshold: 2,
        optimizer_use_condition_selectivity: 1,
        use_stat_tables: 'NEVER',
        join_cache_level: 8,
        tmp_disk_table_size: 1024,
        tmp_memory_table_size: 16_384,
        max_recursive_iterations: 0,
        mrr_buffer_size: 8192,
        progress_report_time: 1,
        idle_transaction_timeout: 1,
        idle_readonly_transaction_timeout: 1,
        idle_write_transaction_timeout: 1,
        optimizer_switch: 'index_merge=off,mrr=on,derived_merge=off,rowid_filter=off,semijoin=off',
      },
    },
    {
      what: 'another optimiser',
      globals: {
        optimizer_max_sel_arg_weight: 1,
        optimizer_max_sel_args: 1,
        max_seeks_for_key: 1,
        eq_range_index_dive_limit: 1,
        optimizer_prune_level: 0,
        optimizer_search_depth: 1,
        optimizer_use_condition_selectivity: 1,
        in_predicate_conversion_threshold: 2,
        optimizer_switch:
          'index_condition_pushdown=off,mrr=on,mrr_sort_keys=on,mrr_cost_based=off,extended_keys=off,' +
          'index_merge=off,rowid_filter=off,not_null_range_scan=on,condition_pushdown_for_derived=off',
      },
    },
    {
      what: 'other transactions',
      globals: {
        ...TRANSACTIONS,
        tx_isolation: 'SERIALIZABLE',
        tx_read_only: 1,
        innodb_snapshot_isolation: 1,
        query_cache_type: 1,
        check_constraint_checks: 0,
        note_verbosity: '',
      },
    },
    {
      what: 'yet another set',
      globals: { ...ELSEWHERE, sql_mode: 'ORACLE', tx_isolation: 'READ-UNCOMMITTED', read_only: 1 },
    },
  ],
};
