/* AIM_FILE as it lies in its folder, part of the program from AIM_NAME_begin to AIM_NAME_end (aim_bytes in cmake/module.cmake). */
#define JOINED(a, b, c) a##b##c
#define NAME(prefix, name, suffix) JOINED(prefix, name, suffix)
#define BEGIN NAME(__USER_LABEL_PREFIX__, AIM_NAME, _begin)
#define END NAME(__USER_LABEL_PREFIX__, AIM_NAME, _end)
#if defined(__APPLE__)
        .section __TEXT,__const
#elif defined(_WIN32)
        .section .rdata,"dr"
#else
        .section .note.GNU-stack, "", %progbits
        .section .rodata
#endif
        .global BEGIN
        .global END
        .balign 64
BEGIN:
        .incbin AIM_FILE
END:
        .byte 0
