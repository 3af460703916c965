/* The static table as part of the program: read where it lies, by whoever asks for a row of it. */
        .section .rodata
        .global aim_static_table_begin
        .global aim_static_table_end
        .balign 64
        .type aim_static_table_begin, %object
aim_static_table_begin:
        .incbin "static_table.bin"
        .type aim_static_table_end, %object
aim_static_table_end:
        .byte 0
        .size aim_static_table_begin, aim_static_table_end - aim_static_table_begin
        .section .note.GNU-stack, "", %progbits
