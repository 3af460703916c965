/* The web page as part of the program: the files that Vite made, compressed, behind one table (tools of web/). */
        .section .rodata
        .global aim_page_bundle_begin
        .global aim_page_bundle_end
        .balign 16
        .type aim_page_bundle_begin, %object
aim_page_bundle_begin:
        .incbin "page.bundle"
        .type aim_page_bundle_end, %object
aim_page_bundle_end:
        .byte 0
        .size aim_page_bundle_begin, aim_page_bundle_end - aim_page_bundle_begin
        .section .note.GNU-stack, "", %progbits
