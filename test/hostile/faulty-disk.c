/*
 * Preloaded into a process, makes its disk fail: writes or syncs of files below FAULT_FOLDER, while the shared file
 * FAULT_CONTROL says so. Its three numbers of 64 bits: what fails, how many calls go well before, and whether the volume
 * claims to have space.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/statfs.h>
#include <sys/uio.h>
#include <unistd.h>

enum { NONE, WRITE_ENOSPC, WRITE_EIO, SYNC_EIO };
struct control { int64_t kind, left, claims_space; };

static struct control none;
static volatile struct control *control = &none;
static const char *folder;

__attribute__((constructor)) static void begin(void) {
  folder = getenv("FAULT_FOLDER");
  const char *path = getenv("FAULT_CONTROL");
  int fd = path && folder ? open(path, O_RDWR) : -1;
  if (fd < 0) return;
  void *shared = mmap(NULL, sizeof none, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (shared != MAP_FAILED) control = shared;
  close(fd);
}

static int is_ours(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return strncmp(path, folder, strlen(folder)) == 0;
}

/* Whether this call is one that fails. */
static int fails(int fd, int is_sync) {
  int64_t kind = control->kind;
  if (kind == NONE || (kind == SYNC_EIO) != is_sync || !is_ours(fd)) return 0;
  if (__atomic_sub_fetch(&((struct control *)control)->left, 1, __ATOMIC_SEQ_CST) >= 0) return 0;
  errno = kind == WRITE_ENOSPC ? ENOSPC : EIO;
  return 1;
}

/* The first call that meets a full disk writes a part of what it should: that is how records are torn. */
static size_t torn(size_t count) {
  return control->kind == WRITE_ENOSPC && control->left == -1 && count > 1 ? count / 2 : 0;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int fd, const void *buf, size_t count) {
  if (!fails(fd, 0)) return NEXT(write)(fd, buf, count);
  return torn(count) ? NEXT(write)(fd, buf, torn(count)) : -1;
}
ssize_t pwrite(int fd, const void *buf, size_t count, off_t at) {
  if (!fails(fd, 0)) return NEXT(pwrite)(fd, buf, count, at);
  return torn(count) ? NEXT(pwrite)(fd, buf, torn(count), at) : -1;
}
ssize_t pwrite64(int fd, const void *buf, size_t count, off64_t at) {
  if (!fails(fd, 0)) return NEXT(pwrite64)(fd, buf, count, at);
  return torn(count) ? NEXT(pwrite64)(fd, buf, torn(count), at) : -1;
}
ssize_t writev(int fd, const struct iovec *parts, int count) { return fails(fd, 0) ? -1 : NEXT(writev)(fd, parts, count); }
int ftruncate(int fd, off_t length) { return fails(fd, 0) ? -1 : NEXT(ftruncate)(fd, length); }
int ftruncate64(int fd, off64_t length) { return fails(fd, 0) ? -1 : NEXT(ftruncate64)(fd, length); }
int fsync(int fd) { return fails(fd, 1) ? -1 : NEXT(fsync)(fd); }
int fdatasync(int fd) { return fails(fd, 1) ? -1 : NEXT(fdatasync)(fd); }

int statfs(const char *path, struct statfs *found) {
  int result = NEXT(statfs)(path, found);
  if (control->claims_space) found->f_bavail = ((uint64_t)1 << 40) / found->f_bsize;
  return result;
}
int statfs64(const char *path, struct statfs64 *found) {
  int result = NEXT(statfs64)(path, found);
  if (control->claims_space) found->f_bavail = ((uint64_t)1 << 40) / found->f_bsize;
  return result;
}
