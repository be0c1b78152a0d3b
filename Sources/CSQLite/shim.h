// What Swift cannot reach in sqlite3.h: its function-like macros and variadic calls.
#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>

/// SQLITE_TRANSIENT is a cast, which Swift does not import.
static inline int csqlite_bind_text_copying(
    sqlite3_stmt *statement, int index, const char *bytes, sqlite3_uint64 length) {
  return sqlite3_bind_text64(statement, index, bytes, length, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int csqlite_bind_blob_copying(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 length) {
  return sqlite3_bind_blob64(statement, index, bytes, length, SQLITE_TRANSIENT);
}

static inline void csqlite_result_text_copying(
    sqlite3_context *context, const char *bytes, int length) {
  sqlite3_result_text(context, bytes ? bytes : "", length, SQLITE_TRANSIENT);
}

static inline void csqlite_result_blob_copying(
    sqlite3_context *context, const void *bytes, int length) {
  sqlite3_result_blob(context, bytes ? bytes : "", length, SQLITE_TRANSIENT);
}

/// Switches one of the boolean options of sqlite3_db_config.
static inline int csqlite_config_flag(sqlite3 *database, int option, int value) {
  return sqlite3_db_config(database, option, value, (int *)0);
}

#endif
